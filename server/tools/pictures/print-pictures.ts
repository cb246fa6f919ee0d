import type { BundledPicture } from "#server/contract/bundled-picture.ts"

const HEAD = "// Written by `npm run pictures`. Change originals/list.json or presets.ts instead."

/** Prints the files of listed/, formatted as by Biome: one for each folder of originals, and one that joins them. */
export function printPictures(pictures: Record<string, BundledPicture>): Map<string, string> {
  const folders = Map.groupBy(Object.entries(pictures), ([name]) => name.split("/")[0] ?? "")
  const files = new Map([...folders].map(([folder, entries]) => [folder, printFolder(folder, entries)]))
  return files.set("all", printAll([...folders.keys()]))
}

/** Prints the perceptual hash of each picture in a separate file, since pages do not need it. */
export function printHashes(hashes: Record<string, string>): string {
  const entries = Object.entries(hashes).map(([name, hash]) => `  ${JSON.stringify(name)}: "${hash}",`)
  return [HEAD, "export const hashes: Readonly<Record<string, string>> = {", ...entries, "}", ""].join("\n")
}

function printFolder(folder: string, entries: [string, BundledPicture][]): string {
  return [
    HEAD,
    'import type { BundledPicture } from "#server/contract/bundled-picture.ts"',
    "",
    `export const ${folder} = {`,
    ...entries.flatMap(([name, picture]) => [
      `  ${JSON.stringify(name)}: {`,
      ...Object.entries(picture).map(([key, value]) => printProperty(key, value)),
      "  },",
    ]),
    "} as const satisfies Record<string, BundledPicture>",
    "",
  ].join("\n")
}

function printAll(folders: string[]): string {
  return [
    HEAD,
    ...folders.map((folder) => `import { ${folder} } from "./${folder}.gen.ts"`),
    "",
    `export const listedPictures = { ${folders.map((folder) => `...${folder}`).join(", ")} }`,
    "",
    "export type BundledName = keyof typeof listedPictures",
    "",
  ].join("\n")
}

function printProperty(key: string, value: unknown): string {
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : JSON.stringify(value)
  return `    ${key}: ${text},`
}
