import { replaceRecord } from "./contact-database.ts"
import { createRecord, type RequestAction, type RequestRecord, reduceRequest } from "./request-record.ts"

/** It is one for the page: a form that is opened again reads what the one before has written. */
let written: Promise<unknown> = Promise.resolve()

/** Resolves when whatever forms of this page contained until now is stored, or cannot be. */
export async function writesDone(): Promise<void> {
  await written
}

/** The request that a form shows, of which this device has a copy. */
export function createRequestStore(
  form: string,
  token: string | undefined,
  onChange: (record: RequestRecord | undefined) => void,
) {
  let record: RequestRecord | undefined
  let storedKey: string | undefined

  function show(next: RequestRecord | undefined) {
    record = next
    onChange(next)
  }

  /** Returns whether the newest record is stored. What is typed while one is being written is in the next one. */
  function store(): Promise<boolean> {
    const newest = record
    const writing = written.then(async () => {
      if (newest !== record) return
      await replaceRecord(storedKey, newest).catch((error) => {
        // A device without room for the pictures still keeps the text.
        if (newest?.state !== "draft" || newest.pictures.length === 0) throw error
        return replaceRecord(storedKey, { ...newest, pictures: [] })
      })
      storedKey = newest?.idempotencyKey
    })
    const outcome = writing.then(
      () => true,
      () => false,
    )
    written = outcome
    return outcome
  }

  return {
    get: () => record,
    /** Changes the request, and returns whether that is stored. */
    async dispatch(action: RequestAction): Promise<boolean> {
      const next = reduceRequest(record ?? createRecord(form, Date.now(), token), action)
      if (!next) return false
      show(next)
      return store()
    },
    /** Shows a request as it is stored. */
    adopt(stored: RequestRecord) {
      storedKey = stored.idempotencyKey
      show(stored)
    },
    clear() {
      show(undefined)
      return store()
    },
  }
}
