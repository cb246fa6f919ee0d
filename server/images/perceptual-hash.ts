import type { Sharp } from "sharp"
import { loadSharp } from "./decoding.ts"

/** A pair of neighbours that differ by less, of 255, looks the same in an encoded copy or in another drawing. */
const DIFFERENCE_MIN = 5

/** The bundled pictures have 29 and more pairs that differ; plans on white, fog and single colours hardly any. */
const DIFFERENT_PAIRS_MIN = 20

/**
 * Computes a difference hash, 64 bits in hexadecimal, one for each pair of neighbours in 8 rows of 9 grey pixels. It
 * stays about the same when a picture is resized or encoded again. It is empty for a picture that has too few contrasts
 * to be recognized by them: all drawings on white would look alike.
 */
export async function perceptualHash(picture: Sharp): Promise<string> {
  // This takes two steps, since sharp would otherwise convert to grey before it flattens.
  const opaque = await picture.flatten({ background: "#ffffff" }).resize(9, 8, { fit: "fill" }).png().toBuffer()
  const pixels = await loadSharp()(opaque).toColourspace("b-w").raw().toBuffer()
  let hash = 0n
  let differentPairs = 0
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const left = row * 9 + column
      const difference = Number(pixels[left + 1]) - Number(pixels[left])
      hash = (hash << 1n) | (difference > 0 ? 1n : 0n)
      if (Math.abs(difference) >= DIFFERENCE_MIN) differentPairs += 1
    }
  }
  if (differentPairs < DIFFERENT_PAIRS_MIN) return ""
  return hash.toString(16).padStart(16, "0")
}

/** Counts the bits that differ between two hashes (Hamming distance), of 64. */
export function hashDistance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let distance = 0
  for (; bits > 0n; bits &= bits - 1n) distance += 1
  return distance
}
