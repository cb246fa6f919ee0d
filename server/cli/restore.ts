import { resolve } from "node:path"
import { progressOn } from "#server/backup/progress.ts"
import { importBackup, restoreBackup } from "#server/backup/restore.ts"
import { connectEmpty } from "#server/database/connect.ts"
import { readSettings } from "#server/settings.ts"
import { CommandError, createCommand, openPlace } from "./command.ts"

const HELP = `Remet une sauvegarde dans DATA_DIR. Le site doit être arrêté.

  npm run restore -- FICHIER             dans un dossier qui ne contient pas encore de site
  npm run restore -- FICHIER --force     à la place du site qui s’y trouve, et qui est gardé à part

Avec DATABASE_URL ou IMAGE_STORE_URL, la sauvegarde va dans cette base, qui doit être vide, et dans ce seau. Elle passe
par le dossier temporaire (TMPDIR), où il faut la place du site.

Tout est vérifié avant que rien ne change ; une sauvegarde endommagée est refusée en entier.`

export const command = createCommand(HELP, async ({ args, env, stdout, stopSignal }) => {
  const force = args.includes("--force")
  const [file, ...rest] = args.filter((arg) => arg !== "--force")
  if (!file || rest.length > 0 || file.startsWith("-")) {
    throw new CommandError("Un fichier à restaurer, et rien d’autre : voir --help")
  }
  const settings = readSettings(env)
  const { dataDir } = settings
  const archive = resolve(file)
  const progress = progressOn(stdout, stopSignal())
  if (settings.databaseUrl || settings.s3) {
    if (force) throw new CommandError("--force remplace un dossier de données ; une base PostgreSQL doit être vide")
    await using to = await openPlace(settings, connectEmpty)
    const { createdAt } = await importBackup({ archive, to, progress })
    return `Site restauré : sauvegarde du ${createdAt}`
  }
  const { manifest, replacedSite } = await restoreBackup({ archive, dataDir, force, progress })
  const summary = `Site restauré dans ${resolve(dataDir)} : sauvegarde du ${manifest.createdAt}`
  return replacedSite
    ? `${summary}\nL’ancien site est gardé dans ${resolve(replacedSite)} : à effacer quand tout va bien`
    : summary
})
