import { useMutation, useQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { mutationOf, useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { isCode, loadingFailure } from "#client/app/failures.ts"
import { History } from "#client/office/editing/history.tsx"
import { HistorySkeleton } from "#client/office/editing/history-skeleton.tsx"
import { BackLink } from "#client/office/frame/back-link.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { ListLink } from "#client/office/list/list-link.tsx"
import { ComparedVersions } from "#client/office/projects/history/comparison.tsx"
import { compareWithCurrent, describeMissingImages, fieldsAt } from "#client/office/projects/history/revision-fields.ts"
import { projectHistory as texts } from "#client/office/projects/history/texts.ts"
import { projectVersions } from "#client/office/projects/history/versions.tsx"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { REVISIONS_MAX } from "#server/contract/paging.ts"
import type { ManagedProject, ProjectRevision } from "#server/contract/projects.ts"

/** The version to compare with the current one, by default the one before it. */
interface HistorySearchParams {
  version?: number | undefined
}

export const Route = createFileRoute("/admin/project-edit/$id/historique")({
  // The screen treats an unknown version like the default one.
  validateSearch: unparsed<HistorySearchParams>,
  head: () => adminHead(adminTitles.history),
  component: Screen,
})

function Screen() {
  const id = Number(Route.useParams().id)
  const can = useCan()
  const { queries } = useApi()
  // Somebody else may have saved since the last visit.
  const project = useQuery(queries.projects.managed.queryOptions(id, { staleTime: 0, gcTime: 0 }))
  const revisions = useQuery(queries.projects.revisions.queryOptions(id, { staleTime: 0 }))
  const projectError = useLoadError(project)
  const revisionsError = useLoadError(revisions)
  const failure = projectError ?? revisionsError
  if (isCode(failure, "not_found")) return <MissingProject />
  return (
    <>
      <ScreenHeading title={project.data ? texts.title(project.data.name) : adminTitles.history} lead={texts.lead}>
        {can("projects.write") ? (
          <BackLink to="/admin/project-edit/{-$id}" params={{ id: String(id) }}>
            {texts.back}
          </BackLink>
        ) : (
          <ListLink to="/admin/projects">{texts.toProjects}</ListLink>
        )}
      </ScreenHeading>
      {failure ? (
        <LoadFailure
          text={loadingFailure(texts.loadingFailed, failure)}
          error={failure}
          onRetry={() => Promise.all([project.refetch(), revisions.refetch()])}
        />
      ) : project.data && revisions.data ? (
        <ProjectHistory key={id} project={project.data} revisions={revisions.data} />
      ) : (
        <HistorySkeleton />
      )}
    </>
  )
}

function MissingProject() {
  return (
    <>
      <ScreenHeading title={adminTitles.history} />
      <EmptyState icon="search" {...texts.gone}>
        <Link to="/admin/projects" className="btn btn-primary">
          {texts.toProjects}
        </Link>
      </EmptyState>
    </>
  )
}

function ProjectHistory({ project, revisions }: { project: ManagedProject; revisions: readonly ProjectRevision[] }) {
  const { client, queries } = useApi()
  const canWrite = useCan()("projects.write")
  const { version } = Route.useSearch()
  const { id } = project
  const reversion = useMutation({
    ...mutationOf((revision: ProjectRevision) =>
      client.projects.revert.mutate({ id, version: project.version, revision: revision.version }),
    ),
    onSettled: () => refreshProjects(queries),
  })
  const older = revisions.slice(1)
  const compared = older.find((revision) => revision.version === version) ?? older[0]
  return (
    <>
      {reversion.isSuccess && (
        <StatusMessage tone="success" onDismiss={reversion.reset}>
          {texts.restored(
            formatDateTime(reversion.variables.at),
            describeMissingImages(fieldsAt(project, revisions, reversion.variables.version), reversion.data),
          )}
        </StatusMessage>
      )}
      {reversion.isError && (
        <StatusMessage tone="error" onDismiss={reversion.reset}>
          {loadingFailure(texts.restoringFailed, reversion.error)}
        </StatusMessage>
      )}
      <History
        versions={projectVersions(revisions, {
          compared: compared?.version,
          isRestorable: (version) =>
            canWrite &&
            project.state !== "trashed" &&
            compareWithCurrent(project, revisions, version).fields.length > 0,
          onRestore: (revision) => !reversion.isPending && reversion.mutate(revision),
        })}
        end={
          revisions.length === REVISIONS_MAX && (
            <p className="mt-4 text-sm text-base-content/75">{texts.list.full(REVISIONS_MAX)}</p>
          )
        }
        isRestoring={reversion.isPending}
        comparisonTitle={compared && texts.comparison.title(formatDateTime(compared.at))}
        comparison={
          compared ? (
            <ComparedVersions {...compareWithCurrent(project, revisions, compared.version)} />
          ) : (
            <p>{texts.comparison.only}</p>
          )
        }
      />
    </>
  )
}
