import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { exportContent, importContent } from "#server/content/transfer.ts"
import { contentTree } from "#server/contract/content/pages.ts"
import { writeFileAtomically } from "#server/files.ts"
import { createLog } from "#server/log.ts"
import { CommandError, createCommand, type Terminal, withSite } from "./command.ts"

const HELP = `Textes, chiffres et images des pages, d’un site à un autre, aussi pendant qu’il tourne.

  npm run content -- export FICHIER    écrit le contenu publié de toutes les pages dans un fichier JSON
  npm run content -- import FICHIER    publie le contenu d’un tel fichier : toutes ses pages, ou aucune

Un fichier qui existe n’est jamais remplacé. Une page importée devient une version de plus : les précédentes restent, et
les brouillons aussi. Le fichier nomme les images sans les contenir : elles doivent exister dans le site qui importe.`

export const command = createCommand(HELP, async (terminal) => {
  const [action = "", file = "", ...others] = terminal.args
  if (action !== "export" && action !== "import") throw new CommandError(`Action inconnue « ${action} » : voir --help`)
  if (!file || others.length > 0) throw new CommandError("Un fichier, et rien d’autre : voir --help")
  return action === "export" ? exportTo(terminal, resolve(file)) : importFrom(terminal, resolve(file))
})

async function exportTo(terminal: Terminal, file: string): Promise<string> {
  if (existsSync(file)) throw new CommandError(`${file} existe déjà`)
  const text = await withSite(terminal, (db) => exportContent({ db, log: logTo(terminal) }))
  await writeFileAtomically(dirname(file), basename(file), Buffer.from(text))
  return `Contenu écrit : ${file}`
}

async function importFrom(terminal: Terminal, file: string): Promise<string> {
  const text = await readFile(file, "utf8")
  const pages = await withSite(terminal, (db) => importContent({ db, log: logTo(terminal) }, text, new Date()))
  if (pages.length === 0) return "Le site a déjà ce contenu"
  return `Pages publiées : ${pages.map((page) => contentTree(page).label).join(", ")}`
}

function logTo({ stderr }: Terminal) {
  return createLog("warn", (line) => stderr.write(line))
}
