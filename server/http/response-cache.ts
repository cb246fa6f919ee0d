import { LRUCache } from "lru-cache"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import type { ContentVersion } from "#server/database/core/engine.ts"
import { type CachedResponse, createCachedResponse, type ResponseContent } from "./cached-response.ts"

interface Options {
  /** Changes with the content. It is undefined while it cannot be read, and a promise if it needs a query. */
  contentVersion: () => ContentVersion
  /** The headers of every response of the site. */
  headers: Record<string, string>
  maxBytes?: number
  /** Whether responses are compressed anew, and best, some time after their creation. */
  recompresses?: boolean
}

type Create = () => Promise<ResponseContent>

const MAX_BYTES = 32 * 1024 * 1024
/** A larger response would evict all others. */
const MAX_ENTRY_SHARE = 1 / 4
const NOT_CACHEABLE = Number.MAX_SAFE_INTEGER
/** The best compression is not worth its time for a response that is soon replaced. */
const RECOMPRESS_AFTER_MS = 200

/** Caches responses that depend only on the site's content, until the content changes. Keys are canonical URLs. */
export class ResponseCache {
  readonly #contentVersion: Options["contentVersion"]
  readonly #headers: Options["headers"]
  readonly #responses: LRUCache<string, CachedResponse, Create>
  readonly #recompresses: boolean
  readonly #runRecompression = limitConcurrency({ concurrency: 1, queueSize: 1000 })
  #version: number | undefined
  /** The requests that were answered with a cached response, and those for which one was created. */
  readonly counts = { hit: 0, miss: 0 }

  constructor(options: Options) {
    const { contentVersion, headers, maxBytes = MAX_BYTES, recompresses = true } = options
    this.#contentVersion = contentVersion
    this.#headers = headers
    this.#recompresses = recompresses
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes * MAX_ENTRY_SHARE,
      sizeCalculation: ({ status, size }) => (status === 200 ? size : NOT_CACHEABLE),
      fetchMethod: (key, _stale, { context: create }) => this.#create(key, create),
      // Clearing the cache must not fail the requests that wait for a response under way.
      ignoreFetchAbort: true,
    })
  }

  /** Lets simultaneous calls share one creation, and caches only responses with status 200. */
  async getOrCreate(key: string, create: Create): Promise<CachedResponse> {
    const checked = this.refresh()
    const isFresh = checked instanceof Promise ? await checked : checked
    this.counts[isFresh && this.#responses.has(key) ? "hit" : "miss"] += 1
    if (!isFresh) return createCachedResponse(await create(), this.#headers)
    return this.#responses.forceFetch(key, { context: create })
  }

  /** Returns the cached response as of the last `refresh`. */
  find(key: string): CachedResponse | undefined {
    return this.#responses.get(key)
  }

  has(key: string): boolean {
    return this.#responses.has(key)
  }

  /** Empties the cache if the content has changed; returns false while its version is unknown. */
  refresh(): boolean | Promise<boolean> {
    const version = this.#contentVersion()
    return version instanceof Promise ? version.then((answer) => this.#update(answer)) : this.#update(version)
  }

  #update(version: number | undefined): boolean {
    if (version === undefined) return false
    if (version !== this.#version) this.#responses.clear()
    this.#version = version
    return true
  }

  async #create(key: string, create: Create): Promise<CachedResponse> {
    const response = createCachedResponse(await create(), this.#headers)
    // If the content has changed meanwhile, clearing also detaches this creation, so that it is not cached.
    await this.refresh()
    if (this.#recompresses) setTimeout(() => this.#recompress(key, response), RECOMPRESS_AFTER_MS).unref()
    return response
  }

  #recompress(key: string, response: CachedResponse) {
    const isCached = () => this.#responses.peek(key) === response
    if (isCached()) this.#runRecompression(() => response.recompress(isCached)).catch(() => {})
  }
}
