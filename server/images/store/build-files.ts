import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { DAY_MS } from "#server/contract/durations.ts"
import { ignoreMissing } from "#server/files.ts"
import type { ImageStore, ObjectStore, OpenObject } from "./image-store.ts"

/** Their names contain a hash of their content, and pages of any build may name them. Pages need the first ones most. */
const FOLDERS = ["assets", "photos"]

/** The compressed copies of a text are made anew. */
const COMPRESSED = /\.(br|gz)$/

/** The files of a build are deleted this long after its last instance has kept them. */
const KEPT_MS = 30 * DAY_MS

/** Only the files of the last builds are kept, even if they are younger. */
const BUILDS_MAX = 20

/** Names a list of the files of a build, which is written again as long as an instance serves that build. */
const LIST = /^build-\w+\.json$/

const AT_ONCE = 8

interface Keeping {
  images: ImageStore
  clientFolder: string | undefined
}

/**
 * Stores the files of this build, so that instances of others can answer pages that name them: during an update, and to
 * tabs that have been open since before it.
 */
export async function keepBuild({ images: { builds }, clientFolder }: Keeping): Promise<void> {
  if (clientFolder === undefined) return
  const paths = await listPaths(clientFolder)
  const names = paths.map(nameOf)
  const list = JSON.stringify(names)
  const id = createHash("sha256").update(list).digest("hex").slice(0, 16)
  // The list comes first, since files that no list names are deleted.
  await builds.put(`build-${id}.json`, Buffer.from(list))
  const stored = new Set(await builds.list())
  const missing = paths.filter((path) => !stored.has(nameOf(path)))
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    await Promise.all(
      missing.slice(start, start + AT_ONCE).map(async (path) => {
        const content = await readFile(join(clientFolder, path)).catch(ignoreMissing)
        if (content) await builds.put(nameOf(path), content)
      }),
    )
  }
}

async function listPaths(folder: string): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (name) => {
      const files = (await readdir(join(folder, name)).catch(ignoreMissing)) ?? []
      return files.filter((file) => !COMPRESSED.test(file)).map((file) => `/${name}/${file}`)
    }),
  )
  return lists.flat()
}

/** The store has no folders. */
function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", "~")
}

/** Deletes the files of builds that no page in use can name any more. */
export async function deleteOldBuilds({ builds }: ImageStore, now: Date): Promise<void> {
  // Files are listed before the lists of builds, so that those of a build that just begins have one.
  const files = (await builds.list()).filter((name) => !LIST.test(name))
  const lists = await Promise.all(
    (await builds.list())
      .filter((name) => LIST.test(name))
      .map(async (name) => ({ name, at: (await builds.modifiedAt(name))?.getTime() ?? 0 })),
  )
  const newest = lists.sort((one, other) => other.at - one.at)
  const isKept = ({ at }: { at: number }, index: number) => index < BUILDS_MAX && now.getTime() - at < KEPT_MS
  const named = new Set<string>()
  for (const { name } of newest.filter(isKept)) for (const file of await readList(builds, name)) named.add(file)
  for (const [index, list] of newest.entries()) if (!isKept(list, index)) await builds.delete(list.name)
  for (const file of files) if (!named.has(file)) await builds.delete(file)
}

async function readList(builds: ObjectStore, name: string): Promise<string[]> {
  const content = await builds.read(name)
  return content ? JSON.parse(content.toString()) : []
}

/** A remote store costs a request and money, and anybody may ask for any name. */
const REMEMBERED_MS = 3000
/** A build that has just begun stores its files right before its first page names them. */
const MISSING_MS = 300

/** Returns a function that opens a file of any build by its path, such as /assets/site-1a2b3c.js. */
export function createBuildFileFinder() {
  let last: { at: number; names: Promise<ReadonlySet<string>> } | undefined

  function listNames({ builds }: ImageStore, maxAgeMs: number): Promise<ReadonlySet<string>> {
    const at = performance.now()
    if (!last || at - last.at >= maxAgeMs) last = { at, names: builds.list().then((names) => new Set(names)) }
    return last.names
  }

  return async (images: ImageStore, path: string): Promise<OpenObject | undefined> => {
    if (!FOLDERS.some((folder) => path.startsWith(`/${folder}/`))) return undefined
    const name = nameOf(path)
    const isListed = async (maxAgeMs: number) => (await listNames(images, maxAgeMs)).has(name)
    return (await isListed(REMEMBERED_MS)) || (await isListed(MISSING_MS)) ? images.builds.open(name) : undefined
  }
}
