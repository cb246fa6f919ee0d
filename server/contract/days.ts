/** Whether a value is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
