import { limitConcurrency } from "#server/concurrency-limit.ts"
import { type Answer, type Content, makeAnswer } from "./cached-response.ts"

/** Answers that depend on the site's content alone, each kept until that changes. */
export interface KeptAnswers {
  /** The answer of that name, or a new one: simultaneous ones are made once, and only one of status 200 is kept. */
  obtain(name: string, make: () => Promise<Content>): Promise<Answer>
  /** Says where the answer of that name was asked for, so that the same address finds it at once. */
  note(address: string, name: string): void
  /** What was asked for at this very address before, if it holds for that version of the content. */
  at(address: string, version: number | undefined): Answer | undefined
  /** Drops what has a name that begins so. */
  drop(prefix: string): void
}

interface Options {
  /** Another number whenever the content has changed; undefined where that cannot be told at the moment. */
  contentVersion: () => number | undefined
  /** What every answer of the site bears. */
  headers: Record<string, string>
  /** How much is kept in all. */
  bytes?: number
}

const KEPT_BYTES = 32 * 1024 * 1024
/** A larger one would drive all others out. */
const LARGEST_SHARE = 1 / 4
const ADDRESSES = 1000
const LONGEST_ADDRESS = 200
/** A text that is soon replaced is not worth the best compression, nor is a huge one: that takes seconds. */
const SHRINK_AFTER_MS = 200
const SHRINK_UP_TO_BYTES = 2 * 1024 * 1024

export function keepAnswers({ contentVersion, headers, bytes = KEPT_BYTES }: Options): KeptAnswers {
  /** The one that was asked for longest ago comes first. */
  const answers = new Map<string, Answer>()
  const names = new Map<string, string>()
  const inTheMaking = new Map<string, { version: number; answer: Promise<Answer> }>()
  const shrinkInTurn = limitConcurrency({ concurrency: 1, queueSize: Number.POSITIVE_INFINITY })
  let keptVersion: number | undefined
  let keptBytes = 0

  /** The version, once everything of another one has been dropped. */
  function only(version: number | undefined): number | undefined {
    if (version !== undefined && version !== keptVersion) {
      answers.clear()
      names.clear()
      keptBytes = 0
      keptVersion = version
    }
    return version
  }

  function find(name: string): Answer | undefined {
    const answer = answers.get(name)
    if (answer) {
      answers.delete(name)
      answers.set(name, answer)
    }
    return answer
  }

  function remove(name: string) {
    keptBytes -= answers.get(name)?.size ?? 0
    answers.delete(name)
    inTheMaking.delete(name)
  }

  function keep(name: string, answer: Answer) {
    if (answer.size > bytes * LARGEST_SHARE) return
    answers.set(name, answer)
    keptBytes += answer.size
    for (const oldest of answers.keys()) {
      if (keptBytes <= bytes) break
      remove(oldest)
    }
    if (answer.size > SHRINK_UP_TO_BYTES) return
    const isKept = () => answers.get(name) === answer
    setTimeout(() => isKept() && shrinkInTurn(() => answer.shrink(isKept)).catch(() => {}), SHRINK_AFTER_MS).unref()
  }

  async function make(name: string, version: number, content: () => Promise<Content>): Promise<Answer> {
    const making = { version, answer: content().then((made) => makeAnswer(made, headers)) }
    inTheMaking.set(name, making)
    try {
      const answer = await making.answer
      const isWanted = inTheMaking.get(name) === making
      // What was begun before a write may show what was there before it.
      if (answer.status === 200 && isWanted && only(contentVersion()) === version) keep(name, answer)
      return answer
    } finally {
      if (inTheMaking.get(name) === making) inTheMaking.delete(name)
    }
  }

  return {
    async obtain(name, content) {
      const version = only(contentVersion())
      if (version === undefined) return makeAnswer(await content(), headers)
      const begun = inTheMaking.get(name)
      return find(name) ?? (begun?.version === version ? begun.answer : make(name, version, content))
    },
    note(address, name) {
      if (!answers.has(name) || address.length > LONGEST_ADDRESS) return
      if (names.size >= ADDRESSES) names.clear()
      names.set(address, name)
    },
    at(address, version) {
      const name = version === keptVersion ? names.get(address) : undefined
      return name === undefined ? undefined : find(name)
    },
    drop(prefix) {
      for (const name of [...answers.keys(), ...inTheMaking.keys()]) {
        if (name.startsWith(prefix)) remove(name)
      }
    },
  }
}
