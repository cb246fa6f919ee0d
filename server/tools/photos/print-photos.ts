import type { BundledPhoto } from "#server/contract/bundled-photo.ts"

const HEAD = "// Written by `npm run photos`. Change originals/list.json or presets.ts instead."

/** Prints the files of listed/, formatted as by Biome: one for each folder of originals, and one that joins them. */
export function printPhotos(photos: Record<string, BundledPhoto>): Map<string, string> {
  const folders = Map.groupBy(Object.entries(photos), ([name]) => name.split("/")[0] ?? "")
  const files = new Map([...folders].map(([folder, entries]) => [folder, printFolder(folder, entries)]))
  return files.set("all", printAll([...folders.keys()]))
}

/** Prints the perceptual hash of each photo in a separate file, since pages do not need it. */
export function printHashes(hashes: Record<string, string>): string {
  const entries = Object.entries(hashes).map(([name, hash]) => `  ${JSON.stringify(name)}: "${hash}",`)
  return [HEAD, "export const hashes: Readonly<Record<string, string>> = {", ...entries, "}", ""].join("\n")
}

function printFolder(folder: string, entries: [string, BundledPhoto][]): string {
  return [
    HEAD,
    'import type { BundledPhoto } from "#server/contract/bundled-photo.ts"',
    "",
    `export const ${folder} = {`,
    ...entries.flatMap(([name, photo]) => [
      `  ${JSON.stringify(name)}: {`,
      ...Object.entries(photo).map(([key, value]) => printProperty(key, value)),
      "  },",
    ]),
    "} as const satisfies Record<string, BundledPhoto>",
    "",
  ].join("\n")
}

function printAll(folders: string[]): string {
  return [
    HEAD,
    ...folders.map((folder) => `import { ${folder} } from "./${folder}.gen.ts"`),
    "",
    `export const photos = { ${folders.map((folder) => `...${folder}`).join(", ")} }`,
    "",
    "export type PhotoName = keyof typeof photos",
    "",
  ].join("\n")
}

function printProperty(key: string, value: unknown): string {
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : JSON.stringify(value)
  return `    ${key}: ${text},`
}
