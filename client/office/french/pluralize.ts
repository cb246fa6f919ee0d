import { COUNT_MAX, type FoundCount } from "#server/contract/paging.ts"

const numbers = new Intl.NumberFormat("fr-FR")
const percentages = new Intl.NumberFormat("fr-FR", { style: "percent" })

export function formatNumber(number: number): string {
  return numbers.format(number)
}

const dollars = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "USD", maximumFractionDigits: 0 })

/** Formats an amount in US dollars as « 12 500 $US ». */
export function formatAmount(amount: number): string {
  return dollars.format(amount)
}

/** Formats a whole percent as « 43 % ». */
export function formatPercent(percent: number): string {
  return percentages.format(percent / 100)
}

/** Returns « 12 projets trouvés » or « Plus de 1 000 projets trouvés ». */
export function pluralizeFound({ found, foundIsCapped }: FoundCount, one: string, many: string): string {
  return foundIsCapped ? `Plus de ${numbers.format(COUNT_MAX)} ${many}` : pluralize(found, one, many)
}

/** Returns « 0 image », « 1 image » or « 3 images », since French uses the singular for zero. */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${numbers.format(number)} ${number < 2 ? one : many}`
}
