import * as z from "zod/mini"

/** Of a row, as every table counts them. */
export const Id = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))
