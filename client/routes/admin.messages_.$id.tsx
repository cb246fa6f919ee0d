import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { type ReactNode, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { isCode, isSessionOver, loadingFailure } from "#client/app/failures.ts"
import { Disclosure } from "#client/office/editing/disclosure.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead } from "#client/office/frame/screen.ts"
import { formatShortDate } from "#client/office/french/dates.ts"
import { type Erased, ErasureNotice } from "#client/office/inbox/erasure-notice.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import { MessageMarks, MessageStateBadge } from "#client/office/inbox/message-state-badge.tsx"
import { ActionBar } from "#client/office/inbox/request/action-bar.tsx"
import { AssigneeField } from "#client/office/inbox/request/assignee-field.tsx"
import { EntryForm } from "#client/office/inbox/request/entry-form.tsx"
import { FollowUpPanel } from "#client/office/inbox/request/follow-up-panel.tsx"
import { isFailed, toldMail, UndeliveredAlert } from "#client/office/inbox/request/mail-state.tsx"
import { Neighbours } from "#client/office/inbox/request/neighbours.tsx"
import { PersonData } from "#client/office/inbox/request/person-data.tsx"
import { RequestPictures } from "#client/office/inbox/request/request-pictures.tsx"
import { SenderFacts } from "#client/office/inbox/request/sender-facts.tsx"
import { Signature, TemplateSelect } from "#client/office/inbox/request/template-select.tsx"
import {
  entryForms,
  personData,
  requestActions,
  requestTexts as texts,
  timelineTexts,
} from "#client/office/inbox/request/texts.ts"
import { Timeline } from "#client/office/inbox/request/timeline.tsx"
import { useEntryForm } from "#client/office/inbox/request/use-entry-form.ts"
import { type RequestChanges, useRequestChanges } from "#client/office/inbox/request/use-request-changes.ts"
import { doubtReasons, erasures } from "#client/office/inbox/texts.ts"
import { ListLink } from "#client/office/list/list-link.tsx"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { Panel, PanelSkeleton } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { displayedName } from "#server/contract/displayed-name.ts"
import { FOLDER_LABELS } from "#server/contract/message-states.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"

export const Route = createFileRoute("/admin/messages_/$id")({
  head: () => adminHead(adminTitles.messages),
  component: Screen,
})

/** Interval in milliseconds at which the state of an unsent mail is fetched again. */
const MAIL_POLL_MS = 4000

function Screen() {
  const id = Number(Route.useParams().id)
  return <RequestScreen key={id} id={id} />
}

function RequestScreen({ id }: { id: number }) {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  const [erasure, setErasure] = useState<Erased>()
  const [isErasing, setIsErasing] = useState(false)
  const [restored, setRestored] = useState<number>()
  const request = useQuery(
    queries.messages.get.queryOptions(id, {
      enabled: !erasure && !isErasing,
      // Somebody else may have answered since the last visit.
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) =>
        !isSessionOver(state.error) && state.data?.entries.some(isUnsent) ? MAIL_POLL_MS : false,
    }),
  )
  const failure = useLoadError(request)
  const heading = (
    <ScreenHeading title={adminTitles.messages}>
      <ListLink to="/admin/messages">{texts.back}</ListLink>
    </ScreenHeading>
  )
  if (erasure) {
    return (
      <>
        {heading}
        <ErasureNotice
          erasure={erasure}
          onRestored={(requests) => {
            setErasure(undefined)
            setRestored(requests)
          }}
        />
      </>
    )
  }
  if (request.data && account) {
    return (
      <Request
        message={request.data}
        me={{ id: account.id, name: displayedName(account) }}
        restored={restored}
        onErasing={setIsErasing}
        onErased={setErasure}
      />
    )
  }
  if (!failure) return <RequestSkeleton />
  return (
    <>
      {heading}
      {isCode(failure, "not_found") ? (
        <EmptyState icon="search" {...texts.gone} />
      ) : (
        <LoadFailure
          text={loadingFailure(texts.loadingFailed, failure)}
          error={failure}
          onRetry={() => request.refetch()}
        />
      )}
    </>
  )
}

function isUnsent({ mail }: MessageDetails["entries"][number]): boolean {
  return mail?.state === "waiting" || mail?.state === "failed"
}

interface RequestProps {
  message: MessageDetails
  me: { id: number; name: string }
  /** How many requests have just come back after an erasure. */
  restored: number | undefined
  onErasing: (isErasing: boolean) => void
  onErased: (erasure: Erased) => void
}

function Request({ message, me, restored, onErasing, onErased }: RequestProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const changes = useRequestChanges(
    message,
    restored === undefined ? undefined : { tone: "success", text: erasures.restored(restored) },
  )
  const answer = useEntryForm({ message, kind: "answer", me, onSent: () => saySent("answer") })
  const note = useEntryForm({ message, kind: "note", me, onSent: () => saySent("note") })
  const can = useCan()
  const canWrite = can("messages.write")
  const canAnswer = canWrite && message.hasMailServer && message.email !== "" && !message.deletedAt

  function saySent(kind: "answer" | "note") {
    const text = entryForms[kind].done
    changes.say({ tone: "success", text, ...(kind === "answer" && { mail: { sent: text } }) })
  }

  return (
    <>
      <ScreenHeading title={texts.title(fullName(message))}>
        <div className="flex flex-wrap gap-2 wrap-break-word max-sm:w-full">
          <Neighbours id={message.id} accountId={me.id} />
          <div className="max-sm:min-w-min max-sm:grow max-sm:basis-0">
            <ListLink to="/admin/messages">{texts.back}</ListLink>
          </div>
        </div>
      </ScreenHeading>
      <p className="-mt-3 mb-4 flex flex-wrap sm:mb-6 items-center gap-x-3 gap-y-1 text-base-content/75">
        <MessageStateBadge {...message} />
        <MessageMarks message={message} />
        {message.reference && <span className="font-medium text-base-content">{message.reference}</span>}
        <span className="max-sm:hidden">{texts.received(formatDateTime(message.createdAt))}</span>
      </p>
      <RequestReportMessage message={message} changes={changes} />
      {message.undelivered !== null && <UndeliveredAlert message={message} changes={changes} />}
      {message.deletedAt && (
        <p className="mb-6 font-medium">{requestActions.trashed(formatDateTime(message.deletedAt))}</p>
      )}
      <div className="mb-4 sm:mb-6">
        <Panel>
          <SenderFacts message={message}>
            <div className="max-sm:[&_label]:text-sm max-sm:[&_label]:font-normal max-sm:[&>div]:grid max-sm:[&>div]:grid-cols-[auto_1fr] max-sm:[&>div]:items-center">
              <AssigneeField message={message} changes={changes} />
            </div>
          </SenderFacts>
        </Panel>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 pb-6 xl:grid-cols-[1fr_22rem]">
        <Column>
          {message.doubts.length > 0 && (
            <Panel title={texts.spam.doubtful}>
              <Suspicions suspicions={message.doubts} />
            </Panel>
          )}
          {message.state === "spam" && (
            <Panel title={texts.spam.title}>
              <Suspicions suspicions={message.suspicions} />
            </Panel>
          )}
          <Panel title={timelineTexts.title}>
            <Timeline
              message={message}
              changes={changes}
              pictures={message.images.length > 0 && <RequestPictures message={message} />}
            />
          </Panel>
          {canAnswer && (
            <Panel title={entryForms.answer.title}>
              <EntryForm
                kind="answer"
                form={answer}
                field={field}
                before={<TemplateSelect message={message} inserted={answer.inserted} onChoose={answer.insert} />}
                after={
                  <>
                    <Signature />
                    {!message.readsMailbox && (
                      <p className="text-sm text-base-content/75">{entryForms.repliesElsewhere}</p>
                    )}
                  </>
                }
              />
            </Panel>
          )}
          {canWrite && !message.email && !message.deletedAt && <p>{texts.sender.noEmail}</p>}
          {canWrite && !message.deletedAt && (
            <Panel>
              <Disclosure label={entryForms.addNote} isOpen={note.text !== ""}>
                <div className="mt-3">
                  <EntryForm kind="note" form={note} />
                </div>
              </Disclosure>
            </Panel>
          )}
        </Column>
        <Column>
          <FollowUpPanel message={message} changes={changes} />
          <Panel title={texts.others.title}>
            <OtherRequests others={message.others} />
          </Panel>
          {can("people.export") && (
            <Panel title={personData.title}>
              <PersonData message={message} onErasing={onErasing} onErased={onErased} />
            </Panel>
          )}
        </Column>
      </div>
      {canWrite && (
        <ActionBar
          message={message}
          me={me}
          changes={changes}
          typed={() => answer.text}
          onAnswer={() => showForm(field.current)}
        />
      )}
    </>
  )
}

/** Shows the whole form with its button, which the bar would cover otherwise. */
function showForm(field: HTMLTextAreaElement | null) {
  field?.focus({ preventScroll: true })
  field?.form?.scrollIntoView({ block: "nearest" })
}

function Column({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 gap-6">{children}</div>
}

/** Other requests with the same e-mail address or telephone number, sorted from the newest. */
function OtherRequests({ others }: Pick<MessageDetails, "others">) {
  if (others.length === 0) return <p className="text-base-content/75">{texts.others.none}</p>
  return (
    <ul className="grid gap-1">
      {others.map(({ id, reference, sector, state, createdAt }) => (
        <li key={id}>
          <Link
            to="/admin/messages/$id"
            params={{ id: String(id) }}
            className="link-inline inline-flex min-h-11 items-center"
          >
            {reference ?? `n° ${id}`}, {CONTACT_SECTOR_LABELS[sector]}
          </Link>
          <p className="text-sm text-base-content/75">
            <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>, {FOLDER_LABELS[state].toLowerCase()}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface RequestReportMessageProps {
  message: MessageDetails
  changes: RequestChanges
}

/** Reports the last action, and undoes it. */
function RequestReportMessage({ message, changes }: RequestReportMessageProps) {
  const { report, isBusy, undo, dismiss } = changes
  if (!report) return null
  const mail = toldMail(message, changes)
  // The alert about an answer that did not leave takes its place.
  if (mail && isFailed(mail)) return null
  const { tone, batchId } = report
  const text = (mail?.state === "sent" && report.mail?.sent) || report.text
  return (
    <StatusMessage key={`${batchId} ${text}`} tone={tone} onDismiss={dismiss}>
      {text}
      {batchId && (
        <span className="mt-2 block">
          <BusyButton isBusy={isBusy} className="btn" onClick={() => undo(batchId)}>
            {requestActions.undo}
          </BusyButton>
        </span>
      )}
    </StatusMessage>
  )
}

function RequestSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p className="sr-only">{texts.loading}</p>
      <span className="skeleton h-9 max-w-80" />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <PanelSkeleton />
        <PanelSkeleton />
      </div>
    </div>
  )
}

/** Lists the reasons why the request was judged spam. */
function Suspicions({ suspicions }: Pick<MessageDetails, "suspicions">) {
  if (suspicions.length === 0) return <p>{texts.spam.byHand}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {suspicions.map((suspicion) => (
        <li key={suspicion}>{doubtReasons[suspicion]}</li>
      ))}
    </ul>
  )
}
