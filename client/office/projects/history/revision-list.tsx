import { Link } from "@tanstack/react-router"
import { formatDateTime } from "#client/app/dates.ts"
import { Disclosure } from "#client/office/editing/disclosure.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { ProjectRevision } from "#server/contract/projects.ts"
import { projectHistory, revisionActions } from "./texts.ts"

const texts = projectHistory.list

/** The user opens older revisions on demand, so that the comparison stays near. */
const REVISIONS_SHOWN = 5

/** The server lists at most as many revisions. */
const REVISIONS_MAX = 100

interface RevisionListProps {
  /** They are sorted from the newest. */
  revisions: readonly ProjectRevision[]
  /** The version that is compared with the current one. */
  compared: number | undefined
  isRestoring: boolean
  /** Whether the project can have the texts and pictures of a version, which differ from the current ones. */
  isRestorable: (version: number) => boolean
  onCompare: () => void
  onRestore: (revision: ProjectRevision) => void
}

export function ProjectRevisionList({ revisions, ...actions }: RevisionListProps) {
  const items = revisions.map((revision, index) => (
    <RevisionItem key={revision.version} revision={revision} isCurrent={index === 0} {...actions} />
  ))
  const older = items.slice(REVISIONS_SHOWN)
  return (
    <>
      <ol className="grid gap-5">{items.slice(0, REVISIONS_SHOWN)}</ol>
      {older.length > 0 && (
        <div className="mt-5 border-t border-base-300 pt-2">
          <Disclosure label={texts.older(older.length)}>
            <ol className="mt-3 grid gap-5">{older}</ol>
            {revisions.length === REVISIONS_MAX && (
              <p className="mt-4 text-sm text-base-content/75">{texts.full(REVISIONS_MAX)}</p>
            )}
          </Disclosure>
        </div>
      )}
    </>
  )
}

interface RevisionItemProps extends Omit<RevisionListProps, "revisions"> {
  revision: ProjectRevision
  isCurrent: boolean
}

function RevisionItem({ revision, isCurrent, compared, ...on }: RevisionItemProps) {
  const can = useCan()
  const { version, at, by, action, changes } = revision
  const date = formatDateTime(at)
  const fields =
    action === "create" || action === "import" ? [] : changes.map(({ field }) => PROJECT_FIELDS[field].label)
  return (
    <li className="grid gap-2 border-base-300 not-first:border-t not-first:pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-base">
          <time dateTime={at}>{date}</time>
        </h3>
        {isCurrent && <span className="badge badge-success">{texts.current}</span>}
      </div>
      <p className="wrap-anywhere">{texts.change(revisionActions[action], fields)}</p>
      <p className="text-sm text-base-content/75">{texts.by(by)}</p>
      {!isCurrent && (
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          <Link
            to="."
            search={{ version }}
            aria-label={texts.compareOf(date)}
            aria-current={version === compared ? "true" : undefined}
            resetScroll={false}
            viewTransition={false}
            className="btn btn-outline btn-primary aria-current:bg-primary aria-current:text-primary-content"
            onClick={on.onCompare}
          >
            {texts.compare}
          </Link>
          {can("projects.write") && on.isRestorable(version) && (
            <BusyButton
              isBusy={on.isRestoring}
              aria-label={texts.restoreOf(date)}
              className="btn btn-outline"
              onClick={() => on.onRestore(revision)}
            >
              {texts.restore}
            </BusyButton>
          )}
        </div>
      )}
    </li>
  )
}
