import { dateFormat } from "#client/app/dates.ts"
import { formatKinshasaTime, parseKinshasaTime } from "#server/contract/kinshasa-time.ts"

/**
 * Says that a typed moment, `YYYY-MM-DDTHH:MM`, is one of Kinshasa, and which one it is on a device in another time
 * zone, such as one in Lubumbashi.
 */
export function kinshasaHint(moment: string): string {
  const local = localMoment(moment)
  return local ? `Heure de Kinshasa, soit le ${local} à l’heure de cet appareil.` : "Heure de Kinshasa."
}

const deviceFormat = new Intl.DateTimeFormat("fr-FR", { dateStyle: "short", timeStyle: "short" })
const kinshasaFormat = dateFormat({ dateStyle: "short", timeStyle: "short" })

function localMoment(moment: string): string | undefined {
  const date = parseKinshasaTime(moment)
  // The browser leaves the field empty while a part of it is missing.
  if (Number.isNaN(date.getTime()) || formatKinshasaTime(date) !== moment) return undefined
  const local = deviceFormat.format(date)
  return local === kinshasaFormat(date) ? undefined : local.replace(" ", " à ")
}
