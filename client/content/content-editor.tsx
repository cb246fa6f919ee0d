import { type ReactNode, useEffect, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { contentEditor as copy } from "#client/copy/admin-content.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { currentPage, failureText, rejectedFields } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import type { EditedPage } from "#server/contract/content/edit.ts"
import { type FieldNode, fieldTree } from "#server/contract/content/field-tree.ts"
import { contentSchemas } from "#server/contract/content/pages.ts"
import { kinshasaTime } from "#server/contract/kinshasa-time.ts"
import { ContentConflict } from "./content-conflict.tsx"
import { FieldEditor } from "./field-editor.tsx"
import { Preview } from "./preview.tsx"
import { PublishBar } from "./publish-bar.tsx"
import { ScheduleDialog } from "./schedule-dialog.tsx"
import { useDraft } from "./use-draft.ts"

const noErrors: Readonly<Record<string, string>> = {}

/** The fields of a page beside the page itself; on a phone they are two tabs. */
export function ContentEditor({ opened }: { opened: EditedPage }) {
  const { client } = useApi()
  const draft = useDraft(opened)
  const { page, content } = draft
  const tree = fieldTree(contentSchemas[page.page])
  const form = useRef<HTMLDivElement>(null)
  const [errors, setErrors] = useState(noErrors)
  const [message, setMessage] = useState<{ tone: "success" | "error"; text: string }>()
  const [dialog, setDialog] = useState<"schedule" | "discard">()
  const [scheduleFailure, setScheduleFailure] = useState("")
  const [isPublishing, setIsPublishing] = useState(false)
  const [tab, setTab] = useState<"edit" | "preview">("edit")
  const [section, setSection] = useState<number>()
  const hasPreview = page.page !== "parametres"

  // The fields at fault are known only after they were rendered.
  useEffect(() => {
    if (errors !== noErrors) focusField(form.current, Object.keys(errors)[0])
  }, [errors])

  async function attempt(work: () => Promise<EditedPage>, done: (answer: EditedPage) => string) {
    setMessage(undefined)
    setErrors(noErrors)
    try {
      const answer = await work()
      draft.adopt(answer)
      setMessage({ tone: "success", text: done(answer) })
      return true
    } catch (error) {
      const fields = rejectedFields(error)
      if (currentPage(error)) draft.report(error)
      else if (fields && !fields.at) {
        setTab("edit")
        setErrors(fields)
        setMessage({ tone: "error", text: copy.invalid })
      } else if (fields?.at) setScheduleFailure(fields.at)
      else setMessage({ tone: "error", text: copy.failure + (failureText(error) ?? "") })
      return false
    }
  }

  async function publish() {
    if (isPublishing) return
    setIsPublishing(true)
    if (await draft.saveAll()) {
      const before = draft.version().revision
      await attempt(
        () => client.content.publish.mutate(draft.version()),
        ({ revision }) => (revision === before ? copy.nothingToPublish : copy.published),
      )
    }
    setIsPublishing(false)
  }

  async function schedule(at: string | null) {
    setScheduleFailure("")
    if (!(await draft.saveAll())) return
    const done = await attempt(
      () => client.content.schedule.mutate({ ...draft.version(), at }),
      ({ publishAt }) => (publishAt ? copy.scheduled(formatDateTime(publishAt)) : copy.unscheduled),
    )
    if (done) setDialog(undefined)
  }

  async function discard() {
    await draft.saveAll()
    await attempt(
      () => client.content.discard.mutate(draft.version()),
      () => copy.discarded,
    )
    setDialog(undefined)
  }

  return (
    <>
      <PublishBar
        {...draft}
        isPublishing={isPublishing}
        onPublish={publish}
        onSchedule={() => setDialog("schedule")}
        onDiscard={() => setDialog("discard")}
      />
      {message && (
        <StatusMessage tone={message.tone} onDismiss={() => setMessage(undefined)}>
          {message.text}
        </StatusMessage>
      )}
      {draft.isRecovered && !draft.savedAt && !message && (
        <div className="mb-4">
          <Banner tone="success">{copy.restored}</Banner>
        </div>
      )}
      {hasPreview && (
        <fieldset aria-label={copy.tabs.label} className="mb-4 flex gap-2 xl:hidden">
          {(["edit", "preview"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={tab === one}
              className="btn btn-outline btn-primary grow aria-pressed:bg-primary aria-pressed:text-primary-content"
              onClick={() => setTab(one)}
            >
              {copy.tabs[one]}
            </button>
          ))}
        </fieldset>
      )}
      <div className={hasPreview ? "grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]" : ""}>
        <div ref={form} className={`grid content-start gap-6 ${tab === "edit" ? "" : "max-xl:hidden"}`}>
          <p className="text-sm text-base-content/75">{copy.facts}</p>
          {sectionsOf(tree).map(({ key, path, node, position }) => (
            <EditedSection key={key} node={node} onFocus={() => setSection(position)}>
              <FieldEditor
                node={node}
                value={valueAt(content, path)}
                path={path}
                errors={errors}
                onChange={draft.change}
              />
            </EditedSection>
          ))}
        </div>
        {hasPreview && (
          <div
            className={`xl:sticky xl:top-24 xl:h-[calc(100dvh-8rem)] ${tab === "preview" ? "h-[80dvh]" : "max-xl:hidden"}`}
          >
            <Preview page={page.page} content={content} section={section} />
          </div>
        )}
      </div>
      {dialog === "schedule" && (
        <ScheduleDialog
          at={page.publishAt ? kinshasaTime(new Date(page.publishAt)) : ""}
          failure={scheduleFailure}
          onSchedule={schedule}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "discard" && (
        <ConfirmDialog
          question={copy.discardQuestion}
          detail={copy.discardDetail}
          confirm={copy.discard}
          busy={false}
          onConfirm={discard}
          onCancel={() => setDialog(undefined)}
        />
      )}
      {draft.conflict && (
        <ContentConflict
          tree={tree}
          {...draft.conflict}
          onResolve={draft.resolve}
          onTakeTheirs={() => draft.conflict && draft.adopt(draft.conflict.theirs)}
          onClose={draft.postpone}
        />
      )}
    </>
  )
}

interface EditedSectionProps {
  node: FieldNode
  onFocus: () => void
  children: ReactNode
}

function EditedSection({ node, onFocus, children }: EditedSectionProps) {
  return (
    <fieldset
      className="grid min-w-0 gap-5 rounded-box border border-base-300 bg-base-100 p-4 pt-2 md:p-6 md:pt-2"
      onFocus={onFocus}
    >
      {node.kind === "group" && (
        <legend className="float-left mb-2 w-full pt-2 font-display text-xl font-bold">{node.label}</legend>
      )}
      {node.kind === "group" && node.hint && <p className="clear-both text-sm text-base-content/75">{node.hint}</p>}
      {children}
    </fieldset>
  )
}

interface SectionOfPage {
  key: string
  path: string
  node: FieldNode
  /** Among the sections of the page. */
  position: number
}

/** The parts of a page from top to bottom; those of its list of sections stand for themselves. */
function sectionsOf(tree: FieldNode): SectionOfPage[] {
  // A page without groups is one section.
  if (!tree.fields?.some(([, { fields }]) => fields)) return [{ key: "", path: "", node: tree, position: 0 }]
  const parts = (tree.fields ?? []).flatMap(([key, node]) =>
    node.kind === "sections"
      ? (node.fields ?? []).map(([index, child]) => ({ key: `${key}.${index}`, node: child }))
      : [{ key, node }],
  )
  return parts.map(({ key, node }, position) => ({ key, path: key, node, position }))
}

function valueAt(content: unknown, path: string): unknown {
  if (path === "") return content
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}

function focusField(form: HTMLElement | null, path: string | undefined) {
  const field = path && form?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  if (field) field.focus()
}
