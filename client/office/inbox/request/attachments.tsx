import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { FileInput } from "#client/office/ui/file-input.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { formatBytes } from "#client/uploads/bytes.ts"
import { readSuccess, sendHttp, toUploadError } from "#client/uploads/http.ts"
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, type Attachment } from "#server/contract/message-attachments.ts"
import { attachmentTexts as texts } from "./texts.ts"

/** Links to the files of an answer or a note. */
export function AttachmentLinks({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label={texts.list} className="flex flex-wrap gap-x-4">
      {attachments.map(({ id, name, bytes }) => (
        <li key={id} className="min-w-0">
          <a
            href={`/api/admin/message-attachments/${id}`}
            download={name}
            className="link-inline inline-flex min-h-11 items-center gap-2 wrap-anywhere"
          >
            <Icon name="download" className="size-4.5 shrink-0" />
            {name} <span className="shrink-0 text-sm text-base-content/75">{formatBytes(bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface AttachmentsProps {
  attachments: readonly Attachment[]
  isDisabled: boolean
  onChange: (attachments: readonly Attachment[]) => void
  /** It is told while a file is sent, since the answer has to wait for that. */
  onBusy: (isBusy: boolean) => void
}

/** Sends files that the answer or the note will have. */
export function Attachments({ attachments, isDisabled, onChange, onBusy }: AttachmentsProps) {
  const [progress, setProgress] = useState(0)
  const [rejections, setRejections] = useState<string[]>([])
  const upload = useMutation({
    mutationFn: (file: File) => send(file, setProgress),
    onSuccess: (stored) => onChange([...attachments, stored]),
    onError: (error, file) => setRejections((before) => [...before, texts.rejected(file.name, error.message)]),
  })

  async function add(files: readonly File[]) {
    setRejections([])
    const room = ATTACHMENTS_MAX - attachments.length
    onBusy(true)
    for (const file of files.slice(0, room)) {
      if (file.size > ATTACHMENT_BYTES_MAX)
        setRejections((before) => [...before, texts.rejected(file.name, texts.large)])
      else await upload.mutateAsync(file).catch(() => undefined)
    }
    onBusy(false)
    if (files.length > room) setRejections((before) => [...before, texts.tooMany])
  }

  return (
    <div className="grid gap-2">
      {attachments.length > 0 && (
        <ul aria-label={texts.list} className="grid gap-1">
          {attachments.map(({ id, name, bytes }) => (
            <li
              key={id}
              className="flex min-h-11 items-center gap-2 rounded-field border border-base-300 bg-base-200 pl-3 text-sm"
            >
              <span className="min-w-0 grow wrap-anywhere">
                {name} <span className="text-base-content/75">{formatBytes(bytes)}</span>
              </span>
              <button
                type="button"
                aria-label={texts.remove(name)}
                className="btn btn-ghost btn-square"
                onClick={() => onChange(attachments.filter((one) => one.id !== id))}
              >
                <Icon name="close" className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {upload.isPending && <ProgressBar label={texts.sending(upload.variables.name)} value={progress} />}
      {rejections.length > 0 && (
        <ul role="alert" className="text-sm font-medium text-error">
          {rejections.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      {attachments.length < ATTACHMENTS_MAX && (
        <label className="btn btn-outline relative justify-self-start has-disabled:opacity-50">
          <Icon name="add" />
          {texts.add}
          <FileInput
            multiple
            accept="application/pdf,image/jpeg,image/png,image/webp,image/avif"
            disabled={isDisabled || upload.isPending}
            onFiles={add}
          />
        </label>
      )}
    </div>
  )
}

async function send(file: File, onProgress: (progress: number) => void): Promise<Attachment> {
  const body = new FormData()
  body.append("file", file)
  onProgress(0)
  try {
    const { signal } = new AbortController()
    const response = await sendHttp("/api/admin/message-attachments", { method: "POST", body, signal, onProgress })
    const { id, name, type, bytes } = await readSuccess<Attachment>(response)
    return { id, name, type, bytes }
  } catch (error) {
    throw toUploadError(error)
  }
}
