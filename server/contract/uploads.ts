import * as z from "zod/mini"
import { messages } from "./response-messages.ts"
import { storable } from "./storable-text.ts"

/** The most bytes that one request may append to an upload. */
export const UPLOAD_CHUNK_BYTES_MAX = 1024 * 1024

const NAME_MAX = 1000

export const UploadStart = z.object({
  name: z
    .string(messages.uploadNameMissing)
    .check(z.minLength(1, messages.uploadNameMissing), z.maxLength(NAME_MAX, messages.uploadNameTooLong), storable),
  /** The size of the file in bytes. */
  length: z.int(messages.uploadLengthInvalid).check(z.gte(1, messages.uploadLengthInvalid)),
})

export type UploadStart = z.infer<typeof UploadStart>
