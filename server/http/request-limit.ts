import { LRUCache } from "lru-cache"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

/** At most this many subjects are remembered at once. */
const SUBJECTS_MAX = 1000

interface Recent {
  /** The moments of the last requests, in milliseconds: a ring buffer, once there are as many as are allowed. */
  times: number[]
  /** The index of the oldest moment. */
  oldest: number
}

interface Options {
  maxRequests: number
  windowSeconds: number
  message?: string
}

/**
 * Counts requests in this process's memory. Unlike the limits in the database it needs no write, and instances count
 * separately. Throws `throttled` for more than `maxRequests` within any window of that length.
 */
export function createRequestLimit({ maxRequests, windowSeconds, message = responseTexts.tooManyAttempts }: Options) {
  const windowMs = windowSeconds * 1000
  const subjects = new LRUCache<number | string, Recent>({ max: SUBJECTS_MAX })

  return function consume(subject: number | string, now: Date): void {
    const recent = subjects.get(subject) ?? { times: [], oldest: 0 }
    subjects.set(subject, recent)
    const { times, oldest } = recent
    if (times.length < maxRequests) {
      times.push(now.getTime())
      return
    }
    const wait = (times[oldest] ?? 0) + windowMs - now.getTime()
    if (wait > 0) throw new AppError("throttled", message, { retryAfter: Math.ceil(wait / 1000) })
    times[oldest] = now.getTime()
    recent.oldest = (oldest + 1) % maxRequests
  }
}
