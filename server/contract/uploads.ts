import * as z from "zod/mini"
import { responseTexts } from "./response-texts.ts"
import { storable } from "./storable-text.ts"

/** The most bytes that one request may append to an upload. */
export const UPLOAD_CHUNK_BYTES_MAX = 1024 * 1024

const NAME_MAX = 1000

export const UploadStart = z.object({
  name: z
    .string(responseTexts.uploadNameMissing)
    .check(
      z.minLength(1, responseTexts.uploadNameMissing),
      z.maxLength(NAME_MAX, responseTexts.uploadNameTooLong),
      storable,
    ),
  /** The size of the file in bytes. */
  length: z.int(responseTexts.uploadLengthInvalid).check(z.gte(1, responseTexts.uploadLengthInvalid)),
})

export type UploadStart = z.infer<typeof UploadStart>
