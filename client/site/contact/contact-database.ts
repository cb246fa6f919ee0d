const DATABASE = "contact"

/** One store has the requests that wait for the network, the other the photos of the request being written. */
const STORES = [
  { name: "requests", keyPath: "requestId" },
  { name: "photos", keyPath: "id" },
] as const

/** Runs `work` on one store of the IndexedDB database. Rejects where storage is full or forbidden. */
export async function inStore<Result>(
  name: (typeof STORES)[number]["name"],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(name, mode)
    const request = work(transaction.objectStore(name))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

/** Deletes the records of a store for which the condition holds. */
export function deleteRecords<Stored>(
  name: (typeof STORES)[number]["name"],
  isDeleted: (record: Stored) => boolean,
): Promise<unknown> {
  return inStore(name, "readwrite", (store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      if (isDeleted(cursor.value)) cursor.delete()
      cursor.continue()
    }
    return request
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  return new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      for (const { name, keyPath } of STORES) request.result.createObjectStore(name, { keyPath })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
