import * as z from "zod/mini"

/** Generated in the browser. A request that is sent again succeeds and stores nothing. */
export const IdempotencyKey = z.uuid("requestId doit être un UUID").check(z.toLowerCase())

/** Names one command over many rows, which comes in several requests and is undone as a whole. */
export const BatchId = z.uuid("Identifiant de lot invalide")
