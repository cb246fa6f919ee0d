import { clearToken } from "#client/app/session.ts"
import { createUuid } from "#client/app/uuid.ts"
import { sendHttp, UploadError } from "#client/uploads/http.ts"
import { CSV_BYTES_MAX, csvMessages } from "#server/contract/csv.ts"
import type { CsvChoice, CsvReading, ImportResult, ProjectImport } from "#server/contract/project-import.ts"
import { importing } from "./texts.ts"

/** The file as it was when it was chosen, since a spreadsheet program may overwrite it meanwhile. */
export interface CsvFile {
  name: string
  content: Blob
  /** The id of the import, which the server performs only once. */
  batchId: string
  /** What somebody has chosen because the server had recognized something else. */
  choice?: CsvChoice
}

export type ImportedState = "draft" | "published"

export interface ImportChoice {
  state: ImportedState
  /** Whether the rows with errors are left out. */
  skipsFaulty: boolean
}

export async function readCsvFile(file: File): Promise<CsvFile> {
  if (file.size > CSV_BYTES_MAX) throw new UploadError(csvMessages.tooLarge, 413)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UploadError(importing.failures.unreadable, 400)
  })
  return { name: file.name, content: new Blob([bytes]), batchId: createUuid() }
}

export function sendPreview(file: CsvFile, onProgress: OnProgress): Promise<ProjectImport> {
  return sendCsv("preview", file, onProgress)
}

/** Reads the first rows of a file that the preview rejects. */
export function sendReading(file: CsvFile): Promise<CsvReading> {
  return sendCsv("reading", file, () => undefined)
}

export function sendImport(
  file: CsvFile,
  { state, skipsFaulty }: ImportChoice,
  onProgress: OnProgress,
): Promise<ImportResult> {
  return sendCsv(file.batchId, file, onProgress, { state, ...(skipsFaulty && { faulty: "skip" }) })
}

/** Returns the rows to correct as a file. */
export async function sendFaulty(file: CsvFile): Promise<Blob> {
  const response = await postCsv("faulty", file, () => undefined)
  // The response has lost the mark by which spreadsheets know UTF-8.
  return new Blob(["\ufeff", await response.text()], { type: "text/csv" })
}

type OnProgress = (progress: number) => void

async function sendCsv<Body>(...call: Parameters<typeof postCsv>): Promise<Body> {
  return (await postCsv(...call)).json()
}

async function postCsv(
  path: string,
  { content, choice }: CsvFile,
  onProgress: OnProgress,
  params: Record<string, string> = {},
): Promise<Response> {
  const search = new URLSearchParams({ ...params, ...chosen(choice) }).toString()
  const response = await sendHttp(`/api/admin/projects-import/${path}${search && `?${search}`}`, {
    method: "POST",
    headers: { "Content-Type": "text/csv" },
    body: content,
    signal: new AbortController().signal,
    onProgress,
  })
  if (response.ok) return response
  const body = await response.json().catch(() => ({}))
  // The session has ended: the page must stop showing the user as logged in.
  if (response.status === 401) clearToken()
  throw new UploadError(body?.message || importing.failures.server, response.status)
}

function chosen({ encoding, separator }: CsvChoice = {}): Record<string, string> {
  return { ...(encoding && { encoding }), ...(separator && { separator }) }
}

/** Whether the server has rejected the file, so that nothing was created. */
export function isRejected(error: unknown): boolean {
  return error instanceof UploadError && error.status >= 400 && error.status < 500
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof UploadError && error.status === 401
}
