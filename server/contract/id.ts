import * as z from "zod/mini"

/** The id of a row: a positive integer, in every table. */
export const Id = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))
