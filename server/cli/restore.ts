import { resolve } from "node:path"
import { progressOn } from "#server/backup/progress.ts"
import { restoreBackup } from "#server/backup/restore.ts"
import { readSettings } from "#server/settings.ts"
import { CommandError, runCommand, stopSignal } from "./command.ts"

const HELP = `Remet une sauvegarde dans DATA_DIR. Le site doit être arrêté.

  npm run restore -- FICHIER             dans un dossier qui ne contient pas encore de site
  npm run restore -- FICHIER --force     à la place du site qui s’y trouve, et qui est gardé à part

Tout est vérifié avant que rien ne change ; une sauvegarde endommagée est refusée en entier.`

await runCommand(HELP, async (args) => {
  const force = args.includes("--force")
  const [file, ...rest] = args.filter((arg) => arg !== "--force")
  if (!file || rest.length > 0 || file.startsWith("-")) {
    throw new CommandError("Un fichier à restaurer, et rien d’autre : voir --help")
  }
  const { dataDir } = readSettings(process.env)
  const progress = progressOn(process.stdout, stopSignal())
  const { manifest, replacedSite } = await restoreBackup({ archive: resolve(file), dataDir, force, progress })
  const summary = `Site restauré dans ${resolve(dataDir)} : sauvegarde du ${manifest.createdAt}`
  return replacedSite
    ? `${summary}\nL’ancien site est gardé dans ${resolve(replacedSite)} : à effacer quand tout va bien`
    : summary
})
