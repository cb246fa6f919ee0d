import { formatDateTime } from "#client/app/dates.ts"
import { groupBy } from "#client/app/group-by.ts"
import { ConflictDialog } from "#client/office/editing/conflict-dialog.tsx"
import { type Difference, findDifferences } from "#server/contract/content/differences.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { valueAt, withValue } from "./edited-content.ts"
import { contentEditor } from "./texts.ts"

const texts = contentEditor.conflict

interface ContentConflictProps {
  tree: FieldNode
  mine: unknown
  theirs: EditedPage
  /** The content that both versions started from. */
  opened: unknown
  onResolve: (content: unknown) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions of a page in the parts where they differ. */
export function ContentConflict({ tree, mine, theirs, opened, ...on }: ContentConflictProps) {
  const changed = differingParts(tree, opened, mine).map(({ path }) => path)
  const parts = differingParts(tree, theirs.content, mine)
  return (
    <ConflictDialog
      title={texts.title}
      text={texts.text(
        theirs.changedBy ?? theirs.publishedBy,
        formatDateTime(theirs.changedAt ?? theirs.publishedAt ?? ""),
      )}
      later={texts.later}
      parts={parts.map((part) => ({ ...part, isMine: changed.includes(part.path) }))}
      onKeepMine={() => on.onResolve(mine)}
      onTakeTheirs={on.onTakeTheirs}
      onSave={(chosen) => {
        const paths = parts.map(({ path }) => path).filter((path) => chosen.includes(path))
        const take = (content: unknown, path: string) => withValue(content, path, valueAt(mine, path))
        on.onResolve(paths.reduce(take, theirs.content))
      }}
      onClose={on.onClose}
    />
  )
}

/** Returns the differing fields, or the outermost lists around them, since entries of two lists cannot be mixed. */
function differingParts(tree: FieldNode, theirs: unknown, mine: unknown) {
  const groups = groupBy(findDifferences(tree, theirs, mine), (difference) => partOf(tree, difference))
  return Array.from(groups, ([path, differences]) => ({
    path,
    label: differences[0]?.labels.slice(0, 2).join(" › ") ?? path,
    theirs: differences.map(({ before }) => before || texts.empty).join("\n"),
    mine: differences.map(({ after }) => after || texts.empty).join("\n"),
  }))
}

/** Returns the path down to the first list. */
function partOf(tree: FieldNode, { path }: Difference): string {
  const keys = path.split(".")
  let node: FieldNode | undefined = tree
  for (const [depth, key] of keys.entries()) {
    if (node?.kind === "list") return keys.slice(0, depth).join(".")
    node = node?.fields?.find(([name]) => name === key)?.[1]
  }
  return path
}
