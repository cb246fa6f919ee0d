/** Returns what formats a moment in Kinshasa's time zone. The first of a month is « 1er ». */
export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: string | Date) => string {
  const { format } = new Intl.DateTimeFormat("fr-FR", { ...options, timeZone: "Africa/Kinshasa" })
  return (moment) => {
    const text = format(new Date(moment))
    return text.replace(/^(\p{L}+\.? )?1 /u, (start) => start.replace("1", "1er"))
  }
}

/** Formats a date as « 20 novembre 2026 ». */
export const formatDate = dateFormat({ dateStyle: "long" })

/** Formats a moment as « 20 novembre 2026 à 15:54 ». */
export const formatDateTime = dateFormat({ dateStyle: "long", timeStyle: "short" })
