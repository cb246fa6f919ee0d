import { globSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import type { Plugin } from "vite"

/** The application without its route tree, which imports the office's routes too. */
const roots = ["client/app/entry-browser.tsx", "client/app/entry-server.tsx", "client/app/hydration-loader.ts"]

const routeTree = "client/app/route-tree.gen.ts"

/** Lets the public style sheet have the classes of the files that public pages import, whatever folder they are in. */
export function scanPublicFiles(root: string): Plugin {
  return {
    name: "scan-public-files",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/client\/styles\.css/, code: /source\("\.\/"\)/ },
      handler(code) {
        const sources = publicFiles(root).map((path) => `@source "${posix.relative("client", path)}";`)
        return `${code.replace('source("./")', "source(none)")}\n${sources.join("\n")}`
      },
    },
  }
}

/** Lists the client's files that public pages import, at once or later. */
export function publicFiles(root: string): string[] {
  const routes = globSync("client/routes/*.tsx", { cwd: root, exclude: ["**/admin*", "**/*.test.tsx"] })
  const found = new Set([...roots, ...routes])
  for (const path of found) {
    if (!/\.tsx?$/.test(path)) continue
    for (const next of importsOf(path, readFileSync(posix.join(root, path), "utf8"))) {
      if (next.startsWith("client/") && next !== routeTree) found.add(next)
    }
  }
  return [...found].filter((path) => /\.tsx?$/.test(path)).sort()
}

/** Lists what a file imports, at once or later, without types. */
function importsOf(path: string, code: string): string[] {
  const specifiers = code.replace(/import type [^"]+"[^"]+"/g, "").matchAll(/(?:from|import|import\()\s*"([#.][^"?]+)/g)
  return Array.from(specifiers, ([, specifier = ""]) =>
    specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(path), specifier),
  )
}
