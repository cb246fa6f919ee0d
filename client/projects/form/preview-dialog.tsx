import { useQuery } from "@tanstack/react-query"
import { editing } from "#client/copy/admin-editing.ts"
import { projectPreview as copy } from "#client/copy/admin-project-editor.ts"
import { errors } from "#client/copy/errors.ts"
import { makeInert, PreviewFrame } from "#client/editing/preview-frame.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { messages } from "#server/contract/response-messages.ts"
import type { FormValues } from "./form-values.ts"
import { parseTexts } from "./project-fields.ts"

interface PreviewDialogProps {
  id: number
  typed: FormValues | undefined
  onClose: () => void
}

/** Shows the project's page as the server renders it from what is typed. */
export function PreviewDialog({ id, typed, onClose }: PreviewDialogProps) {
  const { data, error } = useQuery({
    queryKey: ["project preview", id, typed],
    queryFn: () => fetchPreview(id, typed),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <ModalDialog title={editing.preview.title} onClose={onClose}>
      <p className="mb-4 text-base-content/75">{copy.lead}</p>
      <PreviewFrame failure={error ? copy.failure + error.message : undefined} className="h-[70dvh]">
        {data === undefined ? (
          <p className="p-4">{!error && copy.loading}</p>
        ) : (
          <iframe
            title={editing.preview.title}
            srcDoc={data}
            onLoad={({ currentTarget }) => {
              makeInert(currentTarget.contentDocument)
              closeByEscape(currentTarget)
            }}
          />
        )}
      </PreviewFrame>
    </ModalDialog>
  )
}

/** Closes the dialog by Escape, since keys pressed in a frame do not reach the dialog around it. */
function closeByEscape(frame: HTMLIFrameElement): void {
  frame.contentDocument?.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") frame.closest("dialog")?.close()
  })
}

async function fetchPreview(id: number, typed: FormValues | undefined): Promise<string> {
  const { data: texts, error } = typed ? parseTexts(typed, false) : {}
  if (!typed || !texts) throw new Error(error?.issues[0]?.message)
  const response = await fetch(`/admin/projects/${id}/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ project: { ...texts, images: typed.images } }),
  }).catch(() => {
    throw new Error(errors.network)
  })
  if (response.status === 401) throw new Error(messages.signInRequired)
  if (!response.ok) throw new Error(errors.projects.server)
  return response.text()
}
