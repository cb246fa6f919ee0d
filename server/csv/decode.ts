import { csvMessages } from "#server/contract/csv.ts"
import { AppError } from "#server/errors.ts"

/** Decodes UTF-8 or UTF-16 by byte order marks; without one it tries UTF-8, then the encoding of Excel in French. */
export function decodeCsv(bytes: Uint8Array): string {
  if (startsWith(bytes, "PK\x03\x04")) throw new AppError("unsupported", csvMessages.workbook)
  const text = decode(bytes)
  if (text.includes("\0")) throw new AppError("invalid", csvMessages.notText)
  return text
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, "\xef\xbb\xbf")) return decodeAs("utf-8", bytes)
  if (startsWith(bytes, "\xff\xfe")) return decodeAs("utf-16le", bytes)
  if (startsWith(bytes, "\xfe\xff")) return decodeAs("utf-16be", bytes)
  try {
    return decodeAs("utf-8", bytes)
  } catch {
    return decodeAs("windows-1252", bytes)
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError("invalid", csvMessages.misencoded, { cause })
  }
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every((character, index) => bytes[index] === character.charCodeAt(0))
}
