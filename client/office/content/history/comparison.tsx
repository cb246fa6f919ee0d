import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { findDifferences } from "#server/contract/content/differences.ts"
import type { RevisionEntry } from "#server/contract/content/edit.ts"
import { type ContentSlug, contentTree } from "#server/contract/content/pages.ts"
import { ChangedField } from "./changed-field.tsx"
import type { ComparedRevisions } from "./history-search-params.ts"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"

const texts = contentHistory.comparison

interface ComparisonProps extends ComparedRevisions {
  page: ContentSlug
  /** They are sorted from the newest. */
  revisions: readonly RevisionEntry[]
  onChoose: (ids: { avant: number; apres: number }) => void
}

/** The choice of two revisions, and the fields in which they differ. */
export function Comparison({ page, revisions, before, after, onChoose }: ComparisonProps) {
  return (
    <>
      <div className="mb-5 grid gap-4 md:grid-cols-2">
        <RevisionSelect
          label={texts.before}
          chosen={before}
          revisions={revisions}
          onChoose={(avant) => onChoose({ avant, apres: after.id })}
        />
        <RevisionSelect
          label={texts.after}
          chosen={after}
          revisions={revisions}
          onChoose={(apres) => onChoose({ avant: before.id, apres })}
        />
      </div>
      <Differences page={page} before={before.id} after={after.id} />
    </>
  )
}

interface RevisionSelectProps {
  label: string
  chosen: RevisionEntry
  revisions: readonly RevisionEntry[]
  onChoose: (id: number) => void
}

function RevisionSelect({ label, chosen, revisions, onChoose }: RevisionSelectProps) {
  return (
    <label className="grid min-w-0 gap-1.5">
      <span className="font-semibold">{label}</span>
      <select
        value={chosen.id}
        onChange={({ target }) => onChoose(Number(target.value))}
        className="select w-full text-ellipsis"
      >
        {revisions.map((revision) => (
          <option key={revision.id} value={revision.id}>
            {revisionName(revision)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Differences({ page, before, after }: { page: ContentSlug; before: number; after: number }) {
  const { queries } = useApi()
  const old = useQuery(queries.content.revision.queryOptions({ page, id: before }))
  const now = useQuery(queries.content.revision.queryOptions({ page, id: after }))
  const oldError = useLoadError(old)
  const nowError = useLoadError(now)
  const failure = oldError ?? nowError
  const tree = contentTree(page)
  const differences = old.isSuccess && now.isSuccess ? findDifferences(tree, old.data, now.data) : undefined
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-sm text-base-content/75">
        {before === after ? texts.same : differences && texts.count(differences.length)}
      </p>
      {failure ? (
        <LoadFailure
          text={loadingFailure(texts.loadingFailed, failure)}
          error={failure}
          onRetry={() => Promise.all([old, now].filter(({ isError }) => isError).map(({ refetch }) => refetch()))}
        />
      ) : differences ? (
        <div className="grid gap-6">
          {differences.map((difference) => (
            <ChangedField key={difference.path} difference={difference} />
          ))}
        </div>
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{texts.loading}</p>
      {[1, 2, 3].map((field) => (
        <div key={field} className="grid gap-3">
          <span className="skeleton h-6 max-w-48" />
          <span className="skeleton h-16" />
        </div>
      ))}
    </div>
  )
}
