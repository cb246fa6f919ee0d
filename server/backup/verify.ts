import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { storedType } from "#server/images/formats.ts"
import { programFolder } from "#server/program-folder.ts"
import { BackupError } from "./backup-error.ts"
import { unpack } from "./extract.ts"
import type { Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { checkSeal } from "./read-archive.ts"

const builtSite = join(programFolder, "dist/server/main.js")

const ANSWER_MS = 30_000

/** Proves a backup: restores it to a temporary place, opens the site on it and asks it for what visitors ask. */
export async function tryBackup(
  archive: string,
  progress: ShowProgress,
  stop: AbortSignal,
  main = builtSite,
): Promise<Manifest> {
  // Else the trial would blame the backup.
  if (!existsSync(main)) throw new BackupError("Le site n’est pas construit : lancez d’abord « npm run prestart »")
  await checkSeal(archive, progress("Vérification", (await stat(archive)).size).advance)
  const folder = await mkdtemp(join(tmpdir(), "lisanga-verify-"))
  try {
    mkdirSync(join(folder, "uploads"))
    const manifest = await unpack(archive, folder, progress("Restauration d’essai", (await stat(archive)).size).advance)
    await using site = await startSite(main, folder, stop)
    await ask(site.origin, manifest).catch((error) => {
      stop.throwIfAborted()
      throw error
    })
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With no setting of this machine's own site: above all it must send no mail. */
async function startSite(main: string, folder: string, stop: AbortSignal) {
  stop.throwIfAborted()
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" }
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] })
  const ended = once(child, "close")
  stop.addEventListener("abort", () => child.kill("SIGTERM"))
  let complaint = ""
  child.stderr.on("data", (chunk) => (complaint += chunk))
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
  if (!origin) throw new BackupError(`Le site ne s’ouvre pas sur cette sauvegarde : ${complaint.trim()}`)
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM")
      await ended
    },
  }
}

async function ask(origin: string, { files }: Manifest) {
  await answerOf(origin, "/api/health")
  const projects: { project_images: string[] }[] = JSON.parse(String(await answerOf(origin, "/api/projects")))
  const page = await answerOf(origin, "/")
  if (!page.toString("utf8").includes("</html>"))
    throw new BackupError("Le site restauré n’affiche pas sa page d’accueil")
  // One that a project shows: the trial's own sweep may find another unused.
  const shown = new Set(projects.flatMap(({ project_images }) => project_images.map((name) => `uploads/${name}`)))
  const picture = files.find(({ name }) => shown.has(name) && storedType(name.slice("uploads/".length)))
  if (!picture) return
  const content = await answerOf(origin, `/${picture.name}`)
  const sha256 = createHash("sha256").update(content).digest("hex")
  if (sha256 !== picture.sha256) throw new BackupError(`Le site restauré montre mal l’image « ${picture.name} »`)
}

async function answerOf(origin: string, path: string): Promise<Buffer> {
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((cause) => {
    throw new BackupError(`Le site restauré ne répond pas à ${path}`, { cause })
  })
  if (response.status !== 200) throw new BackupError(`Le site restauré répond ${response.status} à ${path}`)
  return Buffer.from(await response.arrayBuffer())
}
