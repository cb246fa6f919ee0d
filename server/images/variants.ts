import type { Sharp } from "sharp"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import {
  isPreview,
  PIXELS_MAX,
  PREVIEW_SIZE,
  type PreviewCrop,
  type VariantSize,
  variantWidths,
} from "#server/contract/images.ts"
import { type ImageStore, type OpenObject, variantName } from "#server/images/store/image-store.ts"
import type { Log } from "#server/log.ts"
import { DECODE_SECONDS, limitDecoding, loadSharp, URGENT } from "./decoding.ts"
import { formats, type VariantFormat, variantEncoders } from "./formats.ts"

export interface Variant {
  /** It is undefined if the original is sent instead: it is narrower or lighter, or another instance is encoding. */
  image: OpenObject | undefined
  format: VariantFormat
  /** It is false while this variant, or one in a better format, is being encoded. */
  final: boolean
}

/** The content is undefined if the original is narrower or lighter. */
interface Encoded {
  content: Buffer | undefined
}

type Limit = (task: () => Promise<Encoded | undefined>) => Promise<Encoded | undefined>

interface Parts {
  images: ImageStore
  log: Log
  /** Returns undefined while another instance on the same store has the lease. */
  acquireLease?: ((name: string) => Promise<{ release: () => Promise<void> } | undefined>) | undefined
}

export type Variants = ReturnType<typeof createVariants>

const NO_LEASE = async () => ({ release: async () => {} })

/** Encodes and stores each variant once, at the latest when it is first requested. */
export function createVariants({ images, log, acquireLease = NO_LEASE }: Parts) {
  /** Simultaneous requests for one variant share its encoding. */
  const inFlight = new Map<string, Promise<Encoded | undefined>>()
  const limitBackground = limitConcurrency({ concurrency: 1, queueSize: 2000 })
  const queued = new Map<string, Promise<void>>()
  let stopped = false

  /** Finds the best variant that is available without a long wait. Fails if the original cannot be decoded. */
  async function find(
    name: string,
    size: VariantSize,
    [format, next = format]: readonly [VariantFormat, ...VariantFormat[]],
  ): Promise<Variant> {
    const best = await open(fileName(name, size, format))
    if (best) return { ...best, format, final: true }
    // AVIF takes seconds, and the other formats a tenth of that.
    const quick = format === "avif" ? next : format
    const stored = await open(fileName(name, size, quick))
    const encoded = stored ? undefined : await encodeOnce(name, size, quick, (task) => limitDecoding(task, URGENT))
    if (quick !== format) enqueue(name, size, format)
    const isKnown = stored !== undefined || encoded !== undefined
    return { image: stored?.image ?? toObject(encoded), format: quick, final: quick === format && isKnown }
  }

  /** Queues all variants of new images, WebP before AVIF, which takes ten times as long. */
  function prepare(images: readonly { name: string; width: number }[]) {
    for (const format of ["webp", "avif"] as const) {
      for (const { name, width } of images) {
        for (const step of variantWidths(width)) enqueue(name, step, format)
      }
    }
  }

  function enqueue(name: string, size: VariantSize, format: VariantFormat) {
    const file = fileName(name, size, format)
    if (queued.has(file) || stopped) return
    const task = limitBackground(async () => {
      if (stopped || (await images.variants.exists(file))) return
      await encodeOnce(name, size, format, (encode) => encode())
    })
    const done = task
      .catch((error) => log.debug({ file, err: error }, "variant not created"))
      .finally(() => queued.delete(file))
    queued.set(file, done)
  }

  function encodeOnce(name: string, size: VariantSize, format: VariantFormat, limit: Limit) {
    const file = fileName(name, size, format)
    const current = inFlight.get(file)
    if (current) return current
    const encoding = limit(() => encodeWithLease(name, size, format)).finally(() => inFlight.delete(file))
    inFlight.set(file, encoding)
    return encoding
  }

  /** Returns undefined while another instance encodes the variant. */
  async function encodeWithLease(name: string, size: VariantSize, format: VariantFormat) {
    const file = fileName(name, size, format)
    const lease = await acquireLease(file)
    if (!lease) return undefined
    try {
      // Another instance may have stored it a moment ago.
      const stored = await images.variants.read(file)
      if (stored) return { content: stored.length > 0 ? stored : undefined }
      return await store(file, await encode(name, size, format))
    } finally {
      await lease.release()
    }
  }

  /** Returns undefined if the original is narrower or no heavier. */
  async function encode(name: string, size: VariantSize, format: VariantFormat): Promise<Buffer | undefined> {
    const original = await images.originals.read(name)
    if (!original) throw new Error(`${name} is missing`)
    const sharp = loadSharp()
    const picture = sharp(original, { limitInputPixels: PIXELS_MAX, sequentialRead: true }).timeout({
      seconds: DECODE_SECONDS,
    })
    const { width, height } = await picture.metadata()
    if (isPreview(size)) return encodePreview(picture, { width, height }, size)
    if (width < size) return undefined
    const content = await variantEncoders[format](picture.resize({ width: size })).toBuffer()
    return content.length < original.length ? content : undefined
  }

  /** Returns the variant even if it cannot be stored. An empty file means that the original is lighter. */
  async function store(file: string, content: Buffer | undefined): Promise<Encoded> {
    await images.variants
      .put(file, content ?? Buffer.alloc(0))
      .catch((error) => log.warn({ file, err: error }, "variant not stored"))
    return { content }
  }

  async function open(file: string): Promise<{ image: OpenObject | undefined } | undefined> {
    const image = await images.variants.open(file)
    if (image?.bytes !== 0) return image && { image }
    await image.body.cancel()
    return { image: undefined }
  }

  return {
    find,
    prepare,
    /** Counts the pictures that wait to be decoded or encoded. */
    countWaiting: () => limitDecoding.countWaiting() + limitBackground.countWaiting(),
    /** Resolves when the background queue is empty. */
    async waitUntilIdle() {
      while (queued.size > 0) await Promise.all(queued.values())
    },
    /** Waits for the variants in progress and starts no further ones. */
    async stop() {
      stopped = true
      await Promise.all([...queued.values(), ...inFlight.values()].map((work) => work.catch(() => undefined)))
    },
  }
}

/** Messengers do not show heavier previews. */
const PREVIEW_BYTES_MAX = 300_000

const PREVIEW_QUALITIES = [76, 60, 40, 20]

/** Crops around the position, or to the part that draws attention, and enlarges the crop if necessary. */
async function encodePreview(picture: Sharp, size: Size, { position }: PreviewCrop): Promise<Buffer> {
  const part = position === undefined ? picture : picture.extract(cropAround(size, position))
  const crop = part.resize({ ...PREVIEW_SIZE, fit: "cover", position: "attention" }).flatten({ background: "#ffffff" })
  let content = Buffer.alloc(0)
  for (const quality of PREVIEW_QUALITIES) {
    content = await crop.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (content.length <= PREVIEW_BYTES_MAX) break
  }
  return content
}

interface Size {
  width: number
  height: number
}

/** Returns the largest part in the shape of a preview whose centre is as near to the position as the edges allow. */
function cropAround({ width, height }: Size, position: number) {
  const ratio = PREVIEW_SIZE.width / PREVIEW_SIZE.height
  const part = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }
  const start = (whole: number, length: number) =>
    Math.round(Math.min(Math.max((whole * position) / 100 - length / 2, 0), whole - length))
  return { ...part, left: start(width, part.width), top: start(height, part.height) }
}

function toObject(encoded: Encoded | undefined): OpenObject | undefined {
  const { content } = encoded ?? {}
  return content && { bytes: content.length, body: new Blob([new Uint8Array(content)]).stream() }
}

function fileName(name: string, size: VariantSize, format: VariantFormat): string {
  return variantName(name, size, formats[format].extension)
}
