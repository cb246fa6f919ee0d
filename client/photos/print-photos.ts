import type { BundledPhoto } from "./photo.ts"

/** The text of photos.gen.ts, as Biome would format it. */
export function printPhotos(photos: Record<string, BundledPhoto>): string {
  return [
    "// Written by `npm run photos`. Change originals/list.json or recipes.ts instead.",
    'import type { BundledPhoto } from "./photo.ts"',
    "",
    "export const photos = {",
    ...Object.entries(photos).flatMap(([name, photo]) => [
      `  ${printKey(name)}: {`,
      ...Object.entries(photo).map(([key, value]) => printProperty(key, value)),
      "  },",
    ]),
    "} as const satisfies Record<string, BundledPhoto>",
    "",
    "export type PhotoName = keyof typeof photos",
    "",
  ].join("\n")
}

function printKey(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name)
}

function printProperty(key: string, value: unknown): string {
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : JSON.stringify(value)
  return `    ${key}: ${text},`
}
