import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure, needsReauthentication } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { formatShortDate } from "#client/office/french/dates.ts"
import type { Erased } from "#client/office/inbox/erasure-notice.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import { ReauthenticatedDownload } from "#client/office/reauthentication/reauthenticated-download.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import { SHARED_REQUESTS_MAX } from "#server/contract/erasures.ts"
import type { Message, PersonOverview, SharedRequest } from "#server/contract/messages.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import { personData as texts } from "./texts.ts"

interface PersonDataProps {
  message: Message
  /** The request must not be fetched from now on, or may be again. */
  onErasing: (isErasing: boolean) => void
  onErased: (erasure: Erased) => void
}

/** Exports or erases all stored data of one person. */
export function PersonData({ message, ...events }: PersonDataProps) {
  const { queries } = useApi()
  const overview = useQuery(queries.messages.person.queryOptions(message.id))
  const skeleton = <p className="text-base-content/75">{texts.loading}</p>
  return (
    <Loaded query={overview} failed={texts.loadingFailed} skeleton={skeleton}>
      {(person) => <PersonRequests message={message} person={person} {...events} />}
    </Loaded>
  )
}

function PersonRequests({ message, person, onErasing, onErased }: PersonDataProps & { person: PersonOverview }) {
  const { client, queries } = useApi()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [batchId, setBatch] = useState<string>()
  const selected = person.others.filter(({ id }) => ticked.includes(id))
  const others = selected.map(({ id }) => id)
  const counted = {
    requests: person.requests + others.length,
    pictures: selected.reduce((sum, { pictures }) => sum + pictures, person.pictures),
  }

  function toggle(id: number) {
    setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id])
  }

  async function erase(batchId: string) {
    const erasure = { id: message.id, others, batchId }
    // The inbox may hear of the erasure before its answer arrives.
    onErasing(true)
    try {
      const erased = await client.messages.erasePerson.mutate(erasure)
      void queries.messages.search.invalidate()
      void queries.messages.erasures.invalidate()
      void queries.stats.invalidate()
      onErased({ ...erased, batchId })
    } finally {
      onErasing(false)
    }
  }

  return (
    <>
      <p className="text-sm text-base-content/75">{texts.text(person)}</p>
      {person.others.length > 0 && <SharedRequests others={person.others} ticked={ticked} onTick={toggle} />}
      <div className="mt-3 flex flex-wrap gap-2 max-sm:*:grow">
        <ReauthenticatedDownload
          href={`/api/admin/messages/${message.id}/person${others.length > 0 ? `?avec=${others}` : ""}`}
          className="btn btn-outline"
        >
          <Icon name="download" />
          {texts.export}
        </ReauthenticatedDownload>
        <button type="button" className="btn btn-outline btn-error" onClick={() => setBatch(createUuid())}>
          {texts.erase}
        </button>
      </div>
      {batchId && (
        <ConfirmAction
          question={texts.question(fullName(message))}
          detail={texts.detail(counted)}
          confirm={texts.confirm}
          action={() => erase(batchId)}
          explain={(error) =>
            needsReauthentication(error) ? texts.failed + texts.cancelled : loadingFailure(texts.failed, error)
          }
          onCancel={() => setBatch(undefined)}
        />
      )}
    </>
  )
}

interface SharedRequestsProps {
  others: readonly SharedRequest[]
  ticked: readonly number[]
  onTick: (id: number) => void
}

/** Lists requests that may be of somebody else, to be ticked by hand. */
function SharedRequests({ others, ticked, onTick }: SharedRequestsProps) {
  return (
    <fieldset className="mt-4">
      <legend className="font-medium">{texts.others}</legend>
      <p className="mt-1 text-sm text-base-content/75">{texts.othersHelp}</p>
      {others.length === SHARED_REQUESTS_MAX && <p className="mt-1 text-sm">{texts.othersCut(SHARED_REQUESTS_MAX)}</p>}
      <ul className="mt-2 grid max-h-80 gap-1 overflow-y-auto">
        {others.map((other) => (
          <li key={other.id}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
              <input
                type="checkbox"
                className="mt-0.5 size-5 shrink-0 accent-primary"
                checked={ticked.includes(other.id)}
                onChange={() => onTick(other.id)}
              />
              <span className="min-w-0 wrap-anywhere">
                {other.reference ?? `n° ${other.id}`}, {fullName(other)}
                <span className="block text-sm text-base-content/75">
                  {texts.reasons[other.reason]}, {formatShortDate(other.createdAt)}
                  {/* The other address or number tells whether it is the same person. */}
                  <span className="block">{other.reason === "email" ? other.shownPhone : shownEmail(other.email)}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
