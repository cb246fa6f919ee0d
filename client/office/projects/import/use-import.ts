import { useMutation } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { UploadError } from "#client/uploads/http.ts"
import type { UndoResult } from "#server/contract/bulk.ts"
import {
  type CsvFile,
  type ImportChoice,
  type ImportedState,
  readCsvFile,
  sendImport,
  sendPreview,
} from "./csv-file.ts"

export type ImportOutcome =
  | { kind: "imported"; created: number; updated: number; batchId: string; state: ImportedState }
  /** The response to a part of the undo may have been lost, so that fewer are counted than were created. */
  | { kind: "undone"; created: number; updated: number; undone: number; skipped: number }

/** Reads a file, imports it and undoes the import. */
export function useImport() {
  const { client, queries } = useApi()
  const [progress, setProgress] = useState(0)
  const [outcome, setOutcome] = useState<ImportOutcome>()
  /** The last file, whose rows the server could not read as projects. */
  const [rejected, setRejected] = useState<CsvFile>()
  /** What all attempts to undo the last import have done so far. */
  const counts = useRef({ undone: 0, skipped: 0 })

  const preview = useMutation(
    mutationOf(async (chosen: File | CsvFile) => {
      const file = chosen instanceof File ? await readCsvFile(chosen) : chosen
      try {
        return { file, found: await sendPreview(file, setProgress) }
      } catch (error) {
        if (error instanceof UploadError && error.status === 400) setRejected(file)
        throw error
      }
    }),
  )
  const sending = useMutation({
    ...mutationOf(({ file, ...choice }: ImportChoice & { file: CsvFile }) => sendImport(file, choice, setProgress)),
    onSuccess({ created, updated, batch: batchId }, { state }) {
      counts.current = { undone: 0, skipped: 0 }
      setOutcome({ kind: "imported", created, updated, batchId, state })
      preview.reset()
      void refreshProjects(queries)
    },
  })
  const undo = useMutation({
    ...mutationOf(async ({ batchId }: { created: number; updated: number; batchId: string }) => {
      let result: UndoResult
      do {
        result = await client.projects.undo.mutate(batchId)
        counts.current.undone += result.undone
        counts.current.skipped += result.skipped
      } while (result.more)
    }),
    onSuccess(_done, { created, updated }) {
      setOutcome({ kind: "undone", created, updated, ...counts.current })
    },
    onSettled: () => void refreshProjects(queries),
  })

  function choose(file: File | CsvFile) {
    setOutcome(undefined)
    setRejected(undefined)
    setProgress(0)
    sending.reset()
    undo.reset()
    preview.mutate(file)
  }

  return { preview, sending, undo, progress, outcome, rejected, choose, dismiss: () => setOutcome(undefined) }
}
