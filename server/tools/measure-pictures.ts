// npm run bench:pictures: ingests twenty phone-like pictures, each in a process of its own, and prints a table.
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { arch, cpus, tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import sharp from "sharp"
import { variantWidths } from "#server/contract/images.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { createVariants } from "#server/images/variants.ts"
import { createLog } from "#server/log.ts"
import { createDiskImageStore } from "#server/storage/disk-image-store.ts"
import { phonePictures } from "./phone-pictures.ts"

const run = promisify(execFile)
const here = fileURLToPath(import.meta.url)

interface Measures {
  /** From the file to the image that is ready to be stored, without its variants. */
  milliseconds: number
  /** Peak of resident memory, above that of the idle process. */
  megabytes: number
  stored: { width: number; height: number; type: string; bytes: number }
  /** Bytes by width. */
  avif: Record<number, number>
  webp: Record<number, number>
}

/** Has to run in a new process, because the peak of memory is that of the whole process. */
async function measure(path: string): Promise<Measures> {
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer()
  const file = new File([readFileSync(path)], basename(path))
  const before = peak()
  const start = performance.now()
  const [image] = await ingestImages([file])
  if (!image) throw new Error("Nothing came out")
  const [milliseconds, megabytes] = [performance.now() - start, peak() - before]
  const { width, height, type, content, name } = image
  const folder = await mkdtemp(join(tmpdir(), "lisanga-measure-"))
  const images = createDiskImageStore(folder)
  await images.originals.put(name, content)
  const variants = createVariants({ images, log: createLog("silent", () => {}) })
  variants.prepare([image])
  await variants.waitUntilIdle()
  const sizes: Pick<Measures, "avif" | "webp"> = { avif: {}, webp: {} }
  for (const format of ["avif", "webp"] as const) {
    for (const step of variantWidths(width)) {
      const { image } = await variants.find(name, step, [format])
      await image?.body.cancel()
      sizes[format][step] = image?.bytes ?? content.length
    }
  }
  await rm(folder, { recursive: true })
  return { milliseconds, megabytes, stored: { width, height, type, bytes: content.length }, ...sizes }
}

/** Peak of resident memory in megabytes, from Linux. */
function peak() {
  const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}

async function measureAll() {
  const folder = await mkdtemp(join(tmpdir(), "lisanga-pictures-"))
  try {
    const rows: string[] = []
    for (const [index, { title, name, make }] of phonePictures.entries()) {
      process.stderr.write(`${index + 1}/${phonePictures.length} ${title}\n`)
      const path = join(folder, name)
      await writeFile(path, await make())
      const { stdout } = await run(process.execPath, [here, path])
      rows.push(row(title, (await readFile(path)).length, JSON.parse(stdout)))
    }
    console.log(table(rows))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const WIDTHS = variantWidths(2560)

function row(title: string, bytes: number, { stored, milliseconds, megabytes, avif, webp }: Measures) {
  const variants = WIDTHS.map((step) => `${weigh(avif[step])} / ${weigh(webp[step])}`)
  const original = `${weigh(stored.bytes)} (${stored.type.replace("image/", "")}, ${stored.width} × ${stored.height})`
  const cost = [`${(milliseconds / 1000).toFixed(2)} s`, `${Math.round(megabytes)} MB`]
  return `| ${[title, weigh(bytes), original, ...cost, ...variants].join(" | ")} |`
}

/** In kilobytes of 1,000 bytes. */
function weigh(bytes: number | undefined) {
  return bytes === undefined ? "–" : `${Math.round(bytes / 1000)}`
}

function table(rows: readonly string[]) {
  const widths = WIDTHS.map((step) => `${step} px, AVIF / WebP`)
  const heads = ["picture", "in, kB", "stored, kB", "time", "memory", ...widths]
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim() ?? arch()}, Node ${process.versions.node}`
  return [machine, "", `| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`, ...rows].join("\n")
}

const [path] = process.argv.slice(2)
if (path) console.log(JSON.stringify(await measure(path)))
else await measureAll()
