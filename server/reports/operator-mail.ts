import { type MailCompany, readMailCompany } from "#server/content/published/mail-company.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { formatMoment, lines, oneLine, toAccount } from "#server/jobs/mail-text.ts"
import type { DeliveryParts } from "#server/jobs/mail-transport.ts"
import { MailDropped, type QueuedMail } from "#server/jobs/outbox.ts"
import type { Need } from "./needs.ts"
import type { OperatorDetail } from "./tell-operator.ts"

/** Mails the operator what was found within the last day; what was found before is found again if it lasts. */
export async function deliverToOperator(
  parts: DeliveryParts,
  { recipient, detail }: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  const { at, needs }: OperatorDetail = JSON.parse(detail ?? "")
  if (!recipient || parts.now().getTime() - Date.parse(at) > DAY_MS) throw new MailDropped()
  const company = await readMailCompany(parts, parts.notifyEmail)
  await parts.transport.sendMail({ ...composeOperatorMail({ recipient, needs, company, ...parts }), signal })
}

interface OperatorMail {
  recipient: string
  needs: readonly Need[]
  company: MailCompany
  publicUrl: string | undefined
}

function composeOperatorMail({ recipient, needs, company, publicUrl }: OperatorMail) {
  return {
    ...toAccount(company, recipient),
    subject: `Le site a besoin de quelqu’un\u00a0: ${oneLine(company.name)}`,
    text: lines(
      "Bonjour,",
      "",
      `Voici ce que le site${publicUrl ? ` ${publicUrl}` : ""} ne peut pas réparer seul\u00a0:`,
      ...needs.flatMap((need) => ["", `${sentenceOf(need)}.`, ...commandsFor(need, publicUrl).map(indent)]),
      "",
      "Le fichier docs/runbook.md du programme dit d’où lancer ces commandes, et que faire de ce qu’elles répondent.",
      "Un tel message part une fois par jour au plus, tant que cela dure.",
      "",
      "-- ",
      company.signature,
    ),
  }
}

const indent = (command: string) => `    ${command}`

function sentenceOf(need: Need): string {
  const since = formatMoment(need.since)
  switch (need.kind) {
    case "backup":
      return `Sauvegarde\u00a0: aucune n’a réussi depuis le ${since}`
    case "mails":
      return `Mails\u00a0: ils ne partent plus depuis le ${since}${need.failure ? ` (${need.failure})` : ""}`
    case "disk":
      return `Disque\u00a0: il ne reste que ${gigabytes.format(need.free / 1e9)}\u00a0Go, depuis le ${since} au moins`
    case "certificate":
      return "refused" in need
        ? `Certificat\u00a0: les navigateurs le refusent (${need.refused}), depuis le ${since} au moins`
        : `Certificat\u00a0: il expire le ${formatMoment(need.endsAt)}, et n’a pas été renouvelé`
  }
}

const gigabytes = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 })

/** Returns the commands of docs/runbook.md. */
export function commandsFor({ kind }: Pick<Need, "kind">, publicUrl = "https://www.exemple.cd"): string[] {
  switch (kind) {
    case "backup":
      return ["lisanga backup nightly /var/lib/lisanga-backups"]
    case "mails":
      return ["logs | grep '\"mail failed\"' | tail -n 3"]
    case "disk":
      return ["on df -h /var/lib/lisanga /var/lib/lisanga-backups"]
    case "certificate":
      return [`curl -vsS -o /dev/null ${publicUrl} 2>&1 | grep -i -e expire -e certificate`]
  }
}
