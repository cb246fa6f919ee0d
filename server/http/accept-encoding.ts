import { LRUCache } from "lru-cache"
import Negotiator from "negotiator"

export type Encoding = "br" | "gzip" | "identity"

const ENCODINGS: readonly Encoding[] = ["br", "gzip", "identity"]

/** The types of negotiator 0.6 lack this option of 1.0. */
interface EncodingNegotiator {
  encoding(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): string | undefined
}

/** Results are cached, since browsers send few different headers, and negotiation takes as long as all else. */
const negotiated = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiateEncoding })

/** Returns the encoding that an Accept-Encoding header prefers, the smallest at equal weights (RFC 9110 §12.5.3). */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  return negotiated.memo(acceptEncoding ?? "")
}

function negotiateEncoding(acceptEncoding: string): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } })
  const preferred = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS })
  return ENCODINGS.find((encoding) => encoding === preferred) ?? "identity"
}
