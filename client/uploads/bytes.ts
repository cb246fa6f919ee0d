const weight = {
  small: new Intl.NumberFormat("fr-FR", { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }),
  large: new Intl.NumberFormat("fr-FR", { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }),
}

/** Formats a number of bytes, as « 640 ko » or « 4,2 Mo ». */
export function formatBytes(count: number): string {
  return count < 1_000_000 ? weight.small.format(Math.ceil(count / 1000)) : weight.large.format(count / 1_000_000)
}
