import type { Version } from "#client/office/editing/history.tsx"
import { formatDayTime } from "#client/office/french/dates.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { ProjectRevision } from "#server/contract/projects.ts"
import { projectHistory, revisionActions } from "./texts.ts"

const texts = projectHistory.list

interface VersionOptions {
  /** The version that is compared with the current one. */
  compared: number | undefined
  /** Whether the project can have the texts and pictures of a version, which differ from the current ones. */
  isRestorable: (version: number) => boolean
  onRestore: (revision: ProjectRevision) => void
}

/** Returns what the history shows of each revision. */
export function projectVersions(
  revisions: readonly ProjectRevision[],
  { compared, isRestorable, onRestore }: VersionOptions,
): Version[] {
  return revisions.map((revision, index) => {
    const { version, at } = revision
    const name = formatDayTime(at)
    const isCurrent = index === 0
    return {
      id: version,
      name,
      at,
      badge: isCurrent ? texts.current : undefined,
      facts: <Facts {...revision} />,
      compare: isCurrent
        ? undefined
        : {
            text: texts.compare,
            label: texts.compareOf(name),
            search: { version },
            isCompared: version === compared,
          },
      restore:
        isCurrent || !isRestorable(version)
          ? undefined
          : { text: texts.restore, label: texts.restoreOf(name), onRestore: () => onRestore(revision) },
    }
  })
}

function Facts({ action, changes, by }: ProjectRevision) {
  const isNew = action === "create" || action === "import"
  const fields = isNew ? [] : changes.map(({ field }) => PROJECT_FIELDS[field].label)
  return (
    <>
      <p className="wrap-anywhere">{texts.change(revisionActions[action], fields)}</p>
      <p className="text-sm text-base-content/75">{texts.by(by)}</p>
    </>
  )
}
