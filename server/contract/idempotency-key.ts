import * as z from "zod/mini"

/** Leaves out the nil and the max UUID (RFC 9562 §5.9 and §5.10), which are the same for everybody. */
function ownUuid(message: string) {
  return z.uuid(message).check(z.refine((uuid) => !/^([0-]+|[f-]+)$/i.test(uuid), message))
}

/** A UUID from the browser: a request that is sent again with the same one succeeds and stores nothing. */
export const IdempotencyKey = ownUuid("requestId doit être un UUID").check(z.toLowerCase())

/** A UUID of one command over many rows, which is sent in several requests and undone as a whole. */
export const BatchId = ownUuid("Identifiant de lot invalide")
