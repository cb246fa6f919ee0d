const HOUR = 3600
const DAY = 24 * HOUR

/** Formats seconds as « 12 min », « 3 h 05 » or « 2 j 4 h ». */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes}\u00a0min`
  if (seconds < DAY) return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`
  const hours = Math.round(seconds / HOUR)
  return `${Math.floor(hours / 24)}\u00a0j${hours % 24 > 0 ? `\u00a0${hours % 24}\u00a0h` : ""}`
}
