import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

export type Import = {
  /** The path from the repository's root: client/site/frame/header.tsx. */
  from: string
  to: string
  /** The specifier as it is written: #client/ui/button.tsx. */
  specifier: string
  /** The names in an `import type`, and empty for any other import. */
  onlyTypes: string
}

/** Lists all folders, with a trailing slash, and files under those folders, except installed packages. */
export function pathsUnder(...folders: string[]): string[] {
  return folders.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return []
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    return entries.flatMap((entry) => {
      if (entry.name === "node_modules") return []
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? [`${path}/`, ...pathsUnder(path)] : [path]
    })
  })
}

export function readSource(path: string) {
  return readFileSync(join(root, path), "utf8")
}

/** Returns the file's imports of the project's own files, without those of packages. */
export function importsOf(from: string): Import[] {
  const source = readSource(from)
  // The pattern is anchored at the line's start, so that comments and strings do not count.
  const written = source.matchAll(/^(?:import|export)\s+(type\s+)?(?:([\w$*\s,]*(?:\{[^}]*\})?)\s*from\s+)?"([^"]+)"/gm)
  const inner = source.matchAll(/\bimport\(\s*"([^"]+)"/g)
  return [
    ...Array.from(written, ([, type, names = "", specifier = ""]) => ({
      specifier,
      onlyTypes: type ? names.trim() : "",
    })),
    ...Array.from(inner, ([, specifier = ""]) => ({ specifier, onlyTypes: "" })),
  ].flatMap(({ specifier, onlyTypes }) => {
    const to = resolve(from, specifier)
    return to ? [{ from, to, specifier, onlyTypes }] : []
  })
}

function resolve(from: string, specifier: string) {
  const path = specifier.replace(/\?.*$/, "")
  if (path.startsWith("#")) return path.slice(1)
  if (!path.startsWith(".")) return undefined
  const plain = posix.join(dirname(from), path)
  // Generated route trees leave the extension out.
  return [plain, `${plain}.ts`, `${plain}.tsx`].find((candidate) => existsSync(join(root, candidate))) ?? plain
}
