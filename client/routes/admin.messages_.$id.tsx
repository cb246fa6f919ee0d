import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { type ReactNode, useRef, useState } from "react"
import { BackLink } from "#client/admin/back-link.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import {
  requestCopy as copy,
  entryForms,
  erasures,
  personData,
  requestActions,
  timelineCopy,
} from "#client/copy/admin-request.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { Disclosure } from "#client/editing/disclosure.tsx"
import { isCode, isSessionOver, loadingFailure } from "#client/failures.ts"
import { type Erased, ErasureNotice } from "#client/messages/erasure-notice.tsx"
import { fullName } from "#client/messages/full-name.ts"
import { DoubtBadge, MessageStateBadge } from "#client/messages/message-state-badge.tsx"
import { ActionBar } from "#client/messages/request/action-bar.tsx"
import { AssigneeField } from "#client/messages/request/assignee-field.tsx"
import { EntryForm } from "#client/messages/request/entry-form.tsx"
import { OtherRequests } from "#client/messages/request/other-requests.tsx"
import { RequestOutcomeMessage } from "#client/messages/request/outcome-message.tsx"
import { PersonData } from "#client/messages/request/person-data.tsx"
import { RequestPhotos } from "#client/messages/request/request-photos.tsx"
import { RequestSkeleton } from "#client/messages/request/request-skeleton.tsx"
import { SenderFacts } from "#client/messages/request/sender-facts.tsx"
import { Suspicions } from "#client/messages/request/suspicions.tsx"
import { Signature, TemplateSelect } from "#client/messages/request/template-select.tsx"
import { Timeline } from "#client/messages/request/timeline.tsx"
import { useEntryForm } from "#client/messages/request/use-entry-form.ts"
import { useRequestChanges } from "#client/messages/request/use-request-changes.ts"
import { useCan } from "#client/rights.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import type { Account } from "#server/contract/accounts.ts"
import type { MessageDetails } from "#server/contract/messages.ts"

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
  if (erasure) {
    return (
      <>
        <ScreenHeading title={adminTitles.messages}>
          <BackLink to="/admin/messages">{copy.back}</BackLink>
        </ScreenHeading>
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
      <Request message={request.data} me={account} restored={restored} onErasing={setIsErasing} onErased={setErasure} />
    )
  }
  if (!failure) return <RequestSkeleton />
  return (
    <>
      <ScreenHeading title={adminTitles.messages}>
        <BackLink to="/admin/messages">{copy.back}</BackLink>
      </ScreenHeading>
      {isCode(failure, "not_found") ? (
        <EmptyState icon="search" {...copy.gone} />
      ) : (
        <LoadFailure text={loadingFailure(copy.loadingFailed, failure)} onRetry={() => request.refetch()} />
      )}
    </>
  )
}

function isUnsent({ mail }: MessageDetails["entries"][number]): boolean {
  return mail?.state === "waiting" || mail?.state === "failed"
}

interface RequestProps {
  message: MessageDetails
  me: Account
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
    changes.say({ tone: "success", text: entryForms[kind].done })
  }

  return (
    <>
      <ScreenHeading title={copy.title(fullName(message))}>
        <BackLink to="/admin/messages">{copy.back}</BackLink>
      </ScreenHeading>
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-base-content/75">
        <MessageStateBadge {...message} />
        <DoubtBadge {...message} />
        {message.reference && <span className="font-medium text-base-content">{message.reference}</span>}
        <span>{copy.received(formatDateTime(message.createdAt))}</span>
      </p>
      <RequestOutcomeMessage changes={changes} />
      {message.deletedAt && (
        <p className="mb-6 font-medium">{requestActions.trashed(formatDateTime(message.deletedAt))}</p>
      )}
      <div className="mb-6">
        <Panel>
          <SenderFacts message={message}>
            <AssigneeField message={message} changes={changes} />
          </SenderFacts>
        </Panel>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 pb-6 xl:grid-cols-[1fr_22rem]">
        <Column>
          {message.doubts.length > 0 && (
            <Panel title={copy.spam.doubtful}>
              <Suspicions suspicions={message.doubts} />
            </Panel>
          )}
          {message.state === "spam" && (
            <Panel title={copy.spam.title}>
              <Suspicions suspicions={message.suspicions} />
            </Panel>
          )}
          <Panel title={timelineCopy.title}>
            <Timeline message={message} photos={message.images.length > 0 && <RequestPhotos message={message} />} />
          </Panel>
          {canAnswer && (
            <Panel title={entryForms.answer.title}>
              <EntryForm
                kind="answer"
                form={answer}
                field={field}
                before={<TemplateSelect message={message} inserted={answer.inserted} onChoose={answer.insert} />}
                after={<Signature />}
              />
            </Panel>
          )}
          {canWrite && !message.email && !message.deletedAt && <p>{copy.sender.noEmail}</p>}
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
          <Panel title={copy.others.title}>
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
          onAnswer={() => field.current?.focus()}
        />
      )}
    </>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 gap-6">{children}</div>
}
