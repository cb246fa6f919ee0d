import * as z from "zod"

/** Plain names in one folder, so that none leads out of it; those with a dot first are unfinished files. */
const UPLOAD = /^uploads\/[^./\\\0][^/\\\0]*$/

export const DATABASE = "site.db"
export const MANIFEST = "manifest.json"

/** The only things that a backup holds. */
export function isPart(name: string): boolean {
  return name === DATABASE || UPLOAD.test(name)
}

const File = z.object({ name: z.string().refine(isPart), bytes: z.int().min(0), sha256: z.hex().length(64) })

export const Manifest = z.object({
  program: z.literal("groupe-lisanga"),
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  files: z.array(File),
  /** Pictures with a row whose file was gone already when the backup was made. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof Manifest>

export type FileFacts = z.infer<typeof File>
