import { existsSync, mkdirSync } from "node:fs"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import { PIXELS_MAX, VARIANT_WIDTHS, type VariantWidth, variantWidths } from "#server/contract/images.ts"
import { writeFileAtomically } from "#server/files.ts"
import type { Log } from "#server/log.ts"
import { DECODE_SECONDS, decodeInTurn, loadSharp, URGENT } from "./decoding.ts"
import { formats, type VariantFormat, variantEncoders } from "./formats.ts"

export interface Variant {
  /** Undefined where the stored picture is as light, or narrower: it is the one to show. */
  content: Buffer | undefined
  format: VariantFormat
  /** Whether a better one is still to come. */
  final: boolean
}

export type Variants = ReturnType<typeof createVariants>

interface Folders {
  /** Of the stored pictures. */
  uploads: string
  /** Of what is made of them, and can be made again. */
  folder: string
  log: Log
}

/** Narrower, lighter forms of stored pictures: each is made once, when it is first asked for or before, and kept. */
export function createVariants({ uploads, folder, log }: Folders) {
  mkdirSync(folder, { recursive: true })
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  const later = limitConcurrency({ atOnce: 1, waiting: 2000 })
  const planned = new Map<string, Promise<void>>()
  let stopped = false

  /** The best there is at once. Fails where the stored picture is no picture. */
  async function find(
    name: string,
    width: VariantWidth,
    [format, next = format]: readonly [VariantFormat, ...VariantFormat[]],
  ): Promise<Variant> {
    const made = await read(variantFileName(name, width, format))
    if (made) return { ...made, format, final: true }
    // AVIF takes seconds, the others a tenth of that: nobody waits for the former.
    const quick = format === "avif" ? next : format
    const { content } = (await read(variantFileName(name, width, quick))) ?? (await makeNow(name, width, quick))
    if (quick !== format) plan(name, width, format)
    return { content, format: quick, final: quick === format }
  }

  /** Makes what visitors will ask for before they do: all of WebP first. */
  function prepare(images: readonly { name: string; width: number }[]) {
    for (const format of ["webp", "avif"] as const) {
      for (const { name, width } of images) {
        for (const step of variantWidths(width)) plan(name, step, format)
      }
    }
  }

  async function makeNow(name: string, width: VariantWidth, format: VariantFormat) {
    return { content: await makeOnce(name, width, format, (work) => decodeInTurn(work, URGENT)) }
  }

  function plan(name: string, width: VariantWidth, format: VariantFormat) {
    const file = variantFileName(name, width, format)
    if (planned.has(file) || stopped) return
    const work = later(async () => {
      if (stopped || existsSync(join(folder, file))) return
      await makeOnce(name, width, format, (make) => make())
    })
    // What fails here is tried again when somebody asks for it.
    const done = work
      .catch((error) => log.debug({ file, err: error }, "variant not made"))
      .finally(() => planned.delete(file))
    planned.set(file, done)
  }

  /** Whoever asks for one that is being made waits for that one. */
  function makeOnce(name: string, width: VariantWidth, format: VariantFormat, inTurn: typeof decodeInTurn) {
    const file = variantFileName(name, width, format)
    const present = underWay.get(file)
    if (present) return present
    const making = inTurn(() => make(join(uploads, name), width, format))
      .then((content) => keep(file, content))
      .finally(() => underWay.delete(file))
    underWay.set(file, making)
    return making
  }

  /** A variant that cannot be stored is shown all the same. An empty file says that the stored picture is lighter. */
  async function keep(file: string, content: Buffer | undefined) {
    await writeFileAtomically(folder, file, content ?? Buffer.alloc(0)).catch((error) =>
      log.warn({ file, err: error }, "variant not stored"),
    )
    return content
  }

  async function read(file: string): Promise<{ content: Buffer | undefined } | undefined> {
    const content = await readFile(join(folder, file)).catch(() => undefined)
    return content && { content: content.length > 0 ? content : undefined }
  }

  async function remove(name: string) {
    for (const width of VARIANT_WIDTHS) {
      for (const format of Object.keys(variantEncoders) as VariantFormat[]) {
        await rm(join(folder, variantFileName(name, width, format)), { force: true })
      }
    }
  }

  return {
    folder,
    find,
    prepare,
    remove,
    /** The stored pictures that something was made of. */
    async listSources(): Promise<string[]> {
      const files = await readdir(folder)
      return [...new Set(files.flatMap((file) => sourceOf.exec(file)?.groups?.source ?? []))]
    },
    /** Resolves when nothing is planned any more. */
    async settle() {
      while (planned.size > 0) await Promise.all(planned.values())
    },
    /** Lets the one under way end, and makes no further one. */
    async stop() {
      stopped = true
      await Promise.all([...planned.values(), ...underWay.values()].map((work) => work.catch(() => undefined)))
    },
  }
}

export function variantFileName(name: string, width: VariantWidth, format: VariantFormat): string {
  return `${name}.${width}.${formats[format].extension}`
}

const sourceOf = /^(?<source>.+)\.\d+\.[a-z]+$/

/** Undefined where the stored picture is narrower or no heavier. */
async function make(original: string, width: VariantWidth, format: VariantFormat): Promise<Buffer | undefined> {
  const sharp = loadSharp()
  const picture = sharp(original, { limitInputPixels: PIXELS_MAX, sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS,
  })
  if ((await picture.metadata()).width < width) return undefined
  const content = await variantEncoders[format](picture.resize({ width })).toBuffer()
  const { size } = await stat(original)
  return content.length < size ? content : undefined
}
