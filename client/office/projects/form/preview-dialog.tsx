import { useQuery } from "@tanstack/react-query"
import { errors } from "#client/app/failure-texts.ts"
import { makeInert, PreviewFrame, postPreview } from "#client/office/editing/preview-frame.tsx"
import { editing } from "#client/office/editing/texts.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { responseTexts } from "#server/contract/response-texts.ts"
import { type FormValues, parseValues } from "./form-values.ts"
import { projectPreview as texts } from "./texts.ts"

interface PreviewDialogProps {
  id: number
  typed: FormValues
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
      <p className="mb-4 text-base-content/75">{texts.lead}</p>
      <PreviewFrame failure={error ? texts.failure + error.message : undefined} className="h-[70dvh]">
        {data === undefined ? (
          <p className="p-4">{!error && texts.loading}</p>
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

async function fetchPreview(id: number, typed: FormValues): Promise<string> {
  const { data: project, error } = parseValues(typed)
  if (error) throw new Error(error.issues[0]?.message)
  const response = await postPreview(`/admin/projects/${id}/preview`, { project }).catch(() => {
    throw new Error(errors.network)
  })
  if (response.status === 401) throw new Error(responseTexts.signInRequired)
  if (!response.ok) throw new Error(errors.projects.server)
  return response.text()
}
