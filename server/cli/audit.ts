import { type ChainFault, type VerifiedChain, verifyChain } from "#server/audit/verify-chain.ts"
import { progressOn } from "#server/backup/progress.ts"
import { formatSheetTime } from "#server/contract/kinshasa-time.ts"
import { CommandError, createCommand, pluralize, withSite } from "./command.ts"

const HELP = `Journal de l’administration : chaque entrée porte l’empreinte de celle d’avant. Aussi pendant que le site tourne.

  npm run audit -- verify               prouve qu’aucune entrée n’a été changée, ajoutée, déplacée ou retirée
  npm run audit -- verify EMPREINTE     prouve en plus que le journal contient toujours cette empreinte

Notez l’empreinte affichée hors de cette machine : sans elle, qui peut écrire dans la base peut refaire tout le journal.`

const faults: Record<ChainFault, string> = {
  changed: "elle n’est plus telle qu’elle a été écrite",
  unlinked: "elle ne suit pas la précédente, une entrée a été retirée, ajoutée ou déplacée juste avant elle",
  beginning: "le journal ne commence plus par elle, des entrées plus anciennes ont été retirées ou ajoutées",
  end: "elle n’est pas la dernière que le site a écrite, des entrées ont été retirées ou ajoutées après elle",
  unknown: "Cette empreinte n’est pas dans le journal : l’entrée a été retirée, ou elle a plus de 24 mois",
}

export const command = createCommand(HELP, async (terminal) => {
  const [action, noted, ...others] = terminal.args
  if (action !== "verify") throw new CommandError(`Action inconnue « ${action} » : voir --help`)
  if (others.length > 0) throw new CommandError("Trop de mots : voir --help")
  if (noted !== undefined && !/^[0-9a-f]{64}$/i.test(noted)) {
    throw new CommandError("Une empreinte a 64 caractères, de 0 à 9 et de a à f")
  }
  const progress = progressOn(terminal.stdout, terminal.stopSignal())
  const begin = (total: number) => progress("Vérification", total)
  const verified = await withSite(terminal, (db) => verifyChain(db, { noted: noted?.toLowerCase(), begin }))
  if (verified.fault) throw new CommandError(explain(verified.fault))
  const { entries } = verified
  return `Journal en ordre : ${entries} ${pluralize(entries, "entrée")}\nEmpreinte : ${verified.hash || "aucune, le journal est vide"}`
})

function explain({ kind, entry }: NonNullable<VerifiedChain["fault"]>): string {
  if (kind === "unknown") return faults[kind]
  if (!entry) return "Journal altéré : il est vide, alors que le site y a écrit"
  // In an entry that was tampered with, the text may be no date.
  return `Journal altéré à l’entrée ${entry.id} (${formatSheetTime(entry.at) || entry.at}) : ${faults[kind]}`
}
