import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { storedType } from "#server/images/formats.ts"
import { programFolder } from "#server/program.ts"
import { verifyArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { extractBackup } from "./extract.ts"
import type { Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { createStagingFolder } from "./staging.ts"

const builtSite = join(programFolder, "dist/server/main.js")

const REQUEST_TIMEOUT_MS = 30_000

/** Verifies a backup by restoring it into a temporary folder, starting the site on it and requesting public pages. */
export async function verifyBackup(
  archive: string,
  progress: ShowProgress,
  stop: AbortSignal,
  main = builtSite,
): Promise<Manifest> {
  if (!existsSync(main)) throw new BackupError("Le site n’est pas construit : lancez d’abord « npm run prestart »")
  const manifest = await verifyArchive(archive, progress)
  await using staging = await createStagingFolder(tmpdir())
  await extractBackup({ archive, manifest, folder: staging.path, progress })
  const { advance } = progress("Ouverture du site", 1)
  advance(0)
  await using site = await startSite(main, staging.path, stop)
  await requestSite(site.origin, manifest).catch((error) => {
    stop.throwIfAborted()
    throw error
  })
  advance(1)
  return manifest
}

/** Does not pass this process's settings on, so that the started site sends no mail. */
async function startSite(main: string, folder: string, stop: AbortSignal) {
  stop.throwIfAborted()
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" }
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] })
  const ended = once(child, "close")
  stop.addEventListener("abort", () => child.kill("SIGTERM"))
  let errorOutput = ""
  child.stderr.on("data", (chunk) => (errorOutput += chunk))
  const origin = await new Promise<string | undefined>((resolve) => {
    let printed = ""
    child.stdout.on("data", (chunk) => {
      printed += chunk
      const found = /^Groupe Lisanga : (http:\S+)\n/m.exec(printed)?.[1]
      if (found) resolve(found)
    })
    child.once("close", () => resolve(undefined))
  })
  stop.throwIfAborted()
  if (!origin) throw new BackupError(`Le site ne s’ouvre pas sur cette sauvegarde : ${errorOutput.trim()}`)
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM")
      await ended
    },
  }
}

async function requestSite(origin: string, { files }: Manifest) {
  await getBody(origin, "/api/health")
  const projects: { project_images: string[] }[] = JSON.parse(String(await getBody(origin, "/api/projects")))
  const page = await getBody(origin, "/")
  if (!page.toString("utf8").includes("</html>"))
    throw new BackupError("Le site restauré n’affiche pas sa page d’accueil")
  // Only a project's image is sure to be there, since the started site's garbage collection may delete unused ones.
  const shownImages = new Set(projects.flatMap(({ project_images }) => project_images.map((name) => `uploads/${name}`)))
  const picture = files.find(({ name }) => shownImages.has(name) && storedType(name.slice("uploads/".length)))
  if (!picture) return
  const content = await getBody(origin, `/${picture.name}`)
  const sha256 = createHash("sha256").update(content).digest("hex")
  if (sha256 !== picture.sha256) throw new BackupError(`Le site restauré montre mal l’image « ${picture.name} »`)
}

async function getBody(origin: string, path: string): Promise<Buffer> {
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(
    (cause) => {
      throw new BackupError(`Le site restauré ne répond pas à ${path}`, { cause })
    },
  )
  if (response.status !== 200) throw new BackupError(`Le site restauré répond ${response.status} à ${path}`)
  return Buffer.from(await response.arrayBuffer())
}
