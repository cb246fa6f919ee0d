/** The size in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Cameras write previews and colour profiles before the size; the longest found in practice need half of this. */
const HEADER_BYTES = 1024 * 1024

/** Reads the size from the header of a JPEG, PNG, WebP, HEIC or AVIF file, since decoding it may take all memory. */
export async function readPictureSize(file: Blob): Promise<PictureSize | undefined> {
  try {
    const header = new DataView(await file.slice(0, HEADER_BYTES).arrayBuffer())
    return sizeOfJpeg(header) ?? sizeOfPng(header) ?? sizeOfWebp(header) ?? sizeOfHeif(header)
  } catch {
    // The file ends within its header, or can no longer be read.
    return undefined
  }
}

/** Reads a JPEG's frame header (ITU-T T.81, B.2.2), which has one of the markers SOF0 to SOF15. */
function sizeOfJpeg(header: DataView): PictureSize | undefined {
  if (header.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; ; ) {
    const marker = header.getUint8(at + 1)
    if (header.getUint8(at) !== 0xff) return undefined
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: header.getUint16(at + 7), height: header.getUint16(at + 5) }
    else at += 2 + header.getUint16(at + 2)
  }
}

/** Reads a PNG's first chunk, IHDR (PNG specification §11.2.1). */
function sizeOfPng(header: DataView): PictureSize | undefined {
  if (header.getUint32(0) !== 0x89504e47) return undefined
  return { width: header.getUint32(16), height: header.getUint32(20) }
}

/** Reads a WebP's first chunk (RFC 9649 §2.5 to §2.7): lossy, lossless, or with a canvas of its own. */
function sizeOfWebp(header: DataView): PictureSize | undefined {
  if (textAt(header, 0) !== "RIFF" || textAt(header, 8) !== "WEBP") return undefined
  const kind = textAt(header, 12)
  if (kind === "VP8 ")
    return { width: header.getUint16(26, true) & 0x3fff, height: header.getUint16(28, true) & 0x3fff }
  const bits = header.getUint32(kind === "VP8L" ? 21 : 24, true)
  if (kind === "VP8L") return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  return { width: (bits & 0xffffff) + 1, height: (header.getUint32(27, true) & 0xffffff) + 1 }
}

/** Finds the largest of the sizes that a HEIC or AVIF file names (ISO 23008-12 §6.5.3): tiles have smaller ones. */
function sizeOfHeif(header: DataView): PictureSize | undefined {
  if (textAt(header, 4) !== "ftyp") return undefined
  let largest: PictureSize | undefined
  for (let at = 8; at + 16 <= header.byteLength; at += 1) {
    if (header.getUint8(at) !== 0x69 || textAt(header, at) !== "ispe") continue
    const size = { width: header.getUint32(at + 8), height: header.getUint32(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

function textAt(header: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => header.getUint8(at + offset)))
}
