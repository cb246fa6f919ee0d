import * as z from "zod"
import { damaged } from "./backup-error.ts"

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

/** Reads the manifest of an archive that has these files, in which nothing else may be and nothing may be missing. */
export function readManifest(json: string, found: readonly ManifestFile[]): Manifest {
  const manifest = parseManifest(json)
  const listed = new Map(manifest.files.map((file) => [file.name, file]))
  const isSame = listed.size === manifest.files.length && listed.size === found.length
  if (!isSame || found.some(({ name }) => !listed.has(name))) throw damaged("il n’y a pas ce que dit son inventaire")
  const isChanged = ({ name, bytes, sha256 }: ManifestFile) =>
    listed.get(name)?.bytes !== bytes || listed.get(name)?.sha256 !== sha256
  const changed = found.find(isChanged)
  if (changed) throw damaged(`l’empreinte de « ${changed.name} » ne correspond pas`)
  if (!listed.has(DATABASE)) throw damaged(`« ${DATABASE} » manque`)
  return manifest
}

function parseManifest(json: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(json))
  } catch {
    throw damaged("son inventaire est illisible, ou d’une version plus récente du programme")
  }
}
