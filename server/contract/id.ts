import * as z from "zod/mini"

export const Id = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))
