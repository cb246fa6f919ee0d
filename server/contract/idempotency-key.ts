import * as z from "zod/mini"

/** A UUID from the browser: a request that is sent again with the same one succeeds and stores nothing. */
export const IdempotencyKey = z.uuid("requestId doit être un UUID").check(z.toLowerCase())

/** A UUID of one command over many rows, which is sent in several requests and undone as a whole. */
export const BatchId = z.uuid("Identifiant de lot invalide")
