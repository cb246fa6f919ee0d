import { Link } from "@tanstack/react-router"
import { Disclosure } from "#client/office/editing/disclosure.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { type RevisionEntry, rightToEdit } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import type { HistorySearchParams } from "./history-search-params.ts"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"

const texts = contentHistory.list

/** The user opens older revisions on demand, so that the comparison stays near. */
const REVISIONS_SHOWN = 5
const CHANGES_SHOWN = 3

interface RevisionListProps {
  page: ContentSlug
  /** They are sorted from the newest. */
  revisions: readonly RevisionEntry[]
  isRestoring: boolean
  onCompare: () => void
  onRestore: (revision: RevisionEntry) => void
}

export function ContentRevisionList({ revisions, ...actions }: RevisionListProps) {
  const items = revisions.map((revision, index) => (
    <RevisionItem key={revision.id} revision={revision} isOnline={index === 0} {...actions} />
  ))
  const older = items.slice(REVISIONS_SHOWN)
  return (
    <>
      <ol className="grid gap-5">{items.slice(0, REVISIONS_SHOWN)}</ol>
      {older.length > 0 && (
        <div className="mt-5 border-t border-base-300 pt-2">
          <Disclosure label={texts.olderVersions(older.length)}>
            <ol className="mt-3 grid gap-5">{older}</ol>
          </Disclosure>
        </div>
      )}
    </>
  )
}

interface RevisionItemProps extends Omit<RevisionListProps, "revisions"> {
  revision: RevisionEntry
  isOnline: boolean
}

function RevisionItem({ page, revision, isOnline, isRestoring, onCompare, onRestore }: RevisionItemProps) {
  const can = useCan()
  const name = revisionName(revision)
  const search: HistorySearchParams = { apres: isOnline ? undefined : revision.id, avant: undefined }
  return (
    <li className="grid gap-2 border-base-300 not-first:border-t not-first:pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-base">
          {revision.publishedAt ? <time dateTime={revision.publishedAt}>{name}</time> : name}
        </h3>
        {isOnline && <span className="badge badge-success">{texts.online}</span>}
      </div>
      <p className="text-sm text-base-content/75">
        {revision.publishedAt ? texts.publishedBy(revision.publishedBy) : texts.originalText}
      </p>
      <Changes changes={revision.changes} />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {revision.publishedAt && (
          <Link
            to="."
            search={search}
            activeOptions={{ exact: true }}
            resetScroll={false}
            viewTransition={false}
            className="btn btn-outline btn-primary"
            onClick={onCompare}
          >
            <span>
              {texts.compare}
              <span className="sr-only">{texts.compareOf(name)}</span>
            </span>
          </Link>
        )}
        {!isOnline && can(rightToEdit(page)) && (
          <BusyButton
            isBusy={isRestoring}
            aria-label={texts.restoreOf(name)}
            className="btn btn-outline"
            onClick={() => onRestore(revision)}
          >
            {texts.restore}
          </BusyButton>
        )}
      </div>
    </li>
  )
}

function Changes({ changes }: { changes: readonly string[] }) {
  const more = changes.slice(CHANGES_SHOWN)
  if (changes.length === 0) return null
  return (
    <div className="text-sm">
      <ChangeItems label={texts.changes} changes={changes.slice(0, CHANGES_SHOWN)} />
      {more.length > 0 && (
        <Disclosure label={texts.moreChanges(more.length)}>
          <ChangeItems label={texts.moreChanges(more.length)} changes={more} />
        </Disclosure>
      )}
    </div>
  )
}

function ChangeItems({ label, changes }: { label: string; changes: readonly string[] }) {
  return (
    <ul aria-label={label} className="grid list-disc gap-1 pl-5 wrap-anywhere marker:text-primary">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same labels, and the list never changes
        <li key={index}>{change}</li>
      ))}
    </ul>
  )
}
