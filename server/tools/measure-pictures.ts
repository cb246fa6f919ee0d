// npm run bench:pictures — takes in twenty phone-like pictures, each in a process of its own, and writes the table.
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
import { recordFigures } from "./figures-page.ts"
import { phonePictures } from "./phone-pictures.ts"

const run = promisify(execFile)
const here = fileURLToPath(import.meta.url)

interface Measures {
  /** Until the picture is ready for the store, without its variants. */
  milliseconds: number
  /** Resident, beyond what the process held before. */
  megabytes: number
  stored: { width: number; height: number; type: string; bytes: number }
  /** Bytes by width. */
  avif: Record<number, number>
  webp: Record<number, number>
}

/** In a process that has done nothing else, so that its peak is this picture's. */
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
  await writeFile(join(folder, name), content)
  const variants = createVariants({
    uploads: folder,
    folder: join(folder, "variants"),
    log: createLog("silent", () => {}),
  })
  variants.prepare([image])
  await variants.settle()
  const sizes: Pick<Measures, "avif" | "webp"> = { avif: {}, webp: {} }
  for (const format of ["avif", "webp"] as const) {
    for (const step of variantWidths(width)) {
      sizes[format][step] = (await variants.find(name, step, [format])).content?.length ?? content.length
    }
  }
  await rm(folder, { recursive: true })
  return { milliseconds, megabytes, stored: { width, height, type, bytes: content.length }, ...sizes }
}

/** The most that was resident at once, in megabytes: as Linux counts it, for this process alone. */
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
    recordFigures({ pictures: toSection(rows) })
    process.stdout.write(`${rows.join("\n")}\n`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const WIDTHS = variantWidths(2560)

function row(title: string, bytes: number, { stored, milliseconds, megabytes, avif, webp }: Measures) {
  const variants = WIDTHS.map((step) => `${weigh(avif[step])} / ${weigh(webp[step])}`)
  const kept = `${weigh(stored.bytes)} (${stored.type.replace("image/", "")}, ${stored.width} × ${stored.height})`
  const cost = [`${(milliseconds / 1000).toFixed(2)} s`, `${Math.round(megabytes)} MB`]
  return `| ${[title, weigh(bytes), kept, ...cost, ...variants].join(" | ")} |`
}

/** In kilobytes of 1,000 bytes. */
function weigh(bytes: number | undefined) {
  return bytes === undefined ? "–" : `${Math.round(bytes / 1000)}`
}

function toSection(rows: readonly string[]) {
  const heads = [
    "picture",
    "in, kB",
    "stored, kB",
    "time",
    "memory",
    ...WIDTHS.map((step) => `${step} px, AVIF / WebP`),
  ]
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim() ?? arch()}, Node ${process.versions.node}`
  const table = [`| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`, ...rows].join("\n")
  return `## Pictures\n\n\`npm run bench:pictures\`, ${new Date().toISOString().slice(0, 10)}, ${machine}. A kB is 1,000 bytes.\n\n${table}`
}

const [path] = process.argv.slice(2)
if (path) console.log(JSON.stringify(await measure(path)))
else await measureAll()
