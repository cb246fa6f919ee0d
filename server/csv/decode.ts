import { type CsvEncoding, csvMessages } from "#server/contract/csv.ts"
import { AppError } from "#server/errors.ts"

interface DecodedCsv {
  text: string
  encoding: CsvEncoding
}

/** Decodes a file as somebody has chosen, or else by its byte order mark or by what its bytes look like. */
export function decodeCsv(bytes: Uint8Array, chosen?: CsvEncoding): DecodedCsv {
  if (startsWith(bytes, "PK\x03\x04")) throw new AppError("unsupported", csvMessages.workbook)
  const encoding = chosen ?? recognizeEncoding(bytes)
  const text = decodeAs(encoding, bytes)
  if (text.includes("\0")) throw new AppError("invalid", csvMessages.notText)
  return { text, encoding }
}

function recognizeEncoding(bytes: Uint8Array): CsvEncoding {
  if (startsWith(bytes, "\xef\xbb\xbf")) return "utf-8"
  if (startsWith(bytes, "\xff\xfe")) return "utf-16le"
  if (startsWith(bytes, "\xfe\xff")) return "utf-16be"
  const unmarked = recognizeUtf16(bytes)
  if (unmarked) return unmarked
  try {
    decodeAs("utf-8", bytes)
    return "utf-8"
  } catch {
    return frenchness(decodeAs("macintosh", bytes)) > frenchness(decodeAs("windows-1252", bytes))
      ? "macintosh"
      : "windows-1252"
  }
}

/** Recognizes UTF-16 without its mark, in which every other byte of most European texts is zero. */
function recognizeUtf16(bytes: Uint8Array): CsvEncoding | undefined {
  const zeros = [0, 0]
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const half = Math.min(bytes.length, SAMPLE_BYTES) / 2
  if (odd > half / 2 && even < half / 10) return "utf-16le"
  if (even > half / 2 && odd < half / 10) return "utf-16be"
  return undefined
}

const SAMPLE_BYTES = 4096

/** Scores how much a text with other characters than ASCII looks like French: Mac Roman read as Windows has « Žcole ». */
function frenchness(text: string): number {
  const usual = text.match(
    /[àâçéèêëîïôœùûüÿ](?![A-Z])|[’«»“”]|(?<![a-zà-ÿ])[ÀÂÇÉÈÊËÎÏÔŒÙÛÜ]|(?<=[\s;,\t"])[–—…€°]|(?<=\d)[°²³€]/g,
  )
  const others = text.match(/[^\0-\x7f\u00a0]/g)
  return 2 * (usual?.length ?? 0) - (others?.length ?? 0)
}

function decodeAs(encoding: CsvEncoding, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError("invalid", csvMessages.misencoded, { cause })
  }
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((character, index) => bytes[index] === character.charCodeAt(0))
}
