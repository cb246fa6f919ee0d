import * as z from "zod/mini"
import { Id } from "./id.ts"

/** A note or an answer has at most so many files, which have so many bytes together, as mail servers take. */
export const ATTACHMENTS_MAX = 5
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024

/** A file that a colleague has joined to a note or an answer. */
export const Attachment = z.object({
  id: z.int(),
  name: z.string(),
  /** The media type. */
  type: z.string(),
  bytes: z.int(),
})

export type Attachment = z.infer<typeof Attachment>

export const AttachmentIds = z
  .array(Id)
  .check(z.maxLength(ATTACHMENTS_MAX, `${ATTACHMENTS_MAX} pièces jointes au maximum`))
