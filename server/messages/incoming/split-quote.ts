/** The line above a quotation, which mail programs wrap, as « Le 3 mars 2025 à 10:15, X <x@y.cd> a écrit : ». */
const ATTRIBUTION = /^(?:Le|On)\s.{0,400}(?:a écrit|wrote)\s?:$/i
const ATTRIBUTION_LINES = 4

const SEPARATOR = /^(?:_{8,}|-{2,}\s*(?:Message d[’']origine|Original Message|Message original)\s*-{2,})$/i

/** The headers that Outlook puts above the mail that it quotes. */
const OUTLOOK_FROM = /^\*?(?:De|From)\s?:/i
const OUTLOOK_SENT = /^\*?(?:Envoyé|Sent|Date)\s?:/i
const OUTLOOK_LINES = 5

/** Parts what somebody has written in a mail from what the mail quotes. */
export function splitQuote(mail: string): { text: string; quoted: string } {
  const whole = { text: mail.trim(), quoted: "" }
  const lines = mail.split("\n")
  const start = lines.findIndex((line, index) => isMarked(line) || lengthOfMarker(lines, index) > 0)
  if (start < 0) return whole
  const bodyStart = skipBlank(lines, start + lengthOfMarker(lines, start))
  // Without marks all that follows is the quotation.
  const end = isMarked(lines[bodyStart] ?? "") ? endOfMarked(lines, bodyStart) : lines.length
  // Answers between marked lines make no sense without these.
  if (lines.slice(end).some(isMarked)) return whole
  const text = [...lines.slice(0, start), ...lines.slice(end)].join("\n").trim()
  return text === "" ? whole : { text, quoted: lines.slice(start, end).join("\n").trim() }
}

function isMarked(line: string): boolean {
  return line.startsWith(">")
}

function skipBlank(lines: readonly string[], from: number): number {
  let index = from
  while (index < lines.length && lines[index]?.trim() === "") index += 1
  return index
}

function endOfMarked(lines: readonly string[], from: number): number {
  const found = lines.findIndex((line, index) => index > from && line.trim() !== "" && !isMarked(line))
  return found < 0 ? lines.length : found
}

/** Returns how many lines announce a quotation from this one on; 0 if they do not. */
function lengthOfMarker(lines: readonly string[], index: number): number {
  const line = (lines[index] ?? "").trim()
  if (SEPARATOR.test(line) && (!line.startsWith("_") || isOutlook(lines, skipBlank(lines, index + 1)))) return 1
  if (isOutlook(lines, index)) return 1
  if (!/^(?:Le|On)\s/i.test(line)) return 0
  for (let length = 1; length <= ATTRIBUTION_LINES; length += 1) {
    const joined = lines.slice(index, index + length)
    if (joined.some((part) => part.trim() === "")) return 0
    const attribution = joined.map((part) => part.trim()).join(" ")
    // Only a date makes it more than a sentence.
    if (ATTRIBUTION.test(attribution)) return /\d/.test(attribution) ? length : 0
  }
  return 0
}

function isOutlook(lines: readonly string[], index: number): boolean {
  return (
    OUTLOOK_FROM.test((lines[index] ?? "").trim()) &&
    lines.slice(index + 1, index + OUTLOOK_LINES).some((line) => OUTLOOK_SENT.test(line.trim()))
  )
}
