import { Disclosure } from "#client/office/editing/disclosure.tsx"
import type { Version } from "#client/office/editing/history.tsx"
import type { RevisionEntry } from "#server/contract/content/edit.ts"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"

const texts = contentHistory.list

const CHANGES_SHOWN = 3

/** Returns what the history shows of each revision; without `onRestore` none can be restored. */
export function contentVersions(
  revisions: readonly RevisionEntry[],
  compared: RevisionEntry | undefined,
  onRestore: ((revision: RevisionEntry) => void) | undefined,
): Version[] {
  return revisions.map((revision, index) => {
    const name = revisionName(revision)
    const isOnline = index === 0
    const search = { apres: isOnline ? undefined : revision.id, avant: undefined }
    return {
      id: revision.id,
      name,
      at: revision.publishedAt,
      badge: isOnline ? texts.online : undefined,
      facts: <Facts {...revision} />,
      compare: revision.publishedAt
        ? { text: texts.compare, label: texts.compareOf(name), search, isCompared: revision === compared }
        : undefined,
      restore:
        isOnline || !onRestore
          ? undefined
          : { text: texts.restore, label: texts.restoreOf(name), onRestore: () => onRestore(revision) },
    }
  })
}

function Facts({ publishedAt, publishedBy, changes }: RevisionEntry) {
  const more = changes.slice(CHANGES_SHOWN)
  return (
    <>
      <p className="text-sm text-base-content/75">
        {publishedAt ? texts.publishedBy(publishedBy) : texts.originalText}
      </p>
      {changes.length > 0 && (
        <div className="text-sm">
          <ChangeItems label={texts.changes} changes={changes.slice(0, CHANGES_SHOWN)} />
          {more.length > 0 && (
            <Disclosure label={texts.moreChanges(more.length)}>
              <ChangeItems label={texts.moreChanges(more.length)} changes={more} />
            </Disclosure>
          )}
        </div>
      )}
    </>
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
