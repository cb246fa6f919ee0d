import Negotiator from "negotiator"

export type Encoding = "br" | "gzip" | "identity"

const ENCODINGS: readonly Encoding[] = ["br", "gzip", "identity"]

/** The types of negotiator 0.6 lack the option of 1.0. */
interface EncodingNegotiator {
  encoding(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): string | undefined
}

/** The encoding that an Accept-Encoding header prefers, the smallest at equal weights (RFC 9110 §12.5.3). */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } })
  const preferred = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS })
  return ENCODINGS.find((encoding) => encoding === preferred) ?? "identity"
}
