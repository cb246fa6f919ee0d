import * as z from "zod"

/** A file name without a folder; names that begin with a dot are temporary files. */
const UPLOAD = /^uploads\/[^./\\\0][^/\\\0]*$/

export const DATABASE = "site.db"
export const MANIFEST = "manifest.json"

/** Whether a backup may contain a file of that name, beside its manifest. */
export function isPart(name: string): boolean {
  return name === DATABASE || UPLOAD.test(name)
}

const ManifestFile = z.object({ name: z.string().refine(isPart), bytes: z.int().min(0), sha256: z.hex().length(64) })

export type ManifestFile = z.infer<typeof ManifestFile>

export const Manifest = z.object({
  program: z.literal("groupe-lisanga"),
  format: z.literal(1),
  /** The version of the program that created the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  files: z.array(ManifestFile),
  /** Images with a row whose file was already missing when the backup was created. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof Manifest>
