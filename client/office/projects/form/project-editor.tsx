import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { mutationOf, useApi } from "#client/app/api.ts"
import { errors } from "#client/app/failure-texts.ts"
import { failureText, isCode, loadingFailure } from "#client/app/failures.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { savingErrors, projectForm as texts } from "#client/office/projects/texts.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Id } from "#server/contract/id.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { ProjectForm } from "./project-form.tsx"
import { StateBar } from "./state-bar.tsx"
import { projectEditor as editorTexts } from "./texts.ts"

/** Loads the project and opens its form; `id` comes from the URL or from session storage. */
export function ProjectEditor({ id }: { id: string | undefined }) {
  if (!id) return <NoProjectSelected />
  const { data: projectId } = Id.safeParse(Number(id))
  return projectId ? <LoadedProject id={projectId} /> : <Missing />
}

function LoadedProject({ id }: { id: number }) {
  // Editing a cached version would only end in a conflict.
  const { queries } = useApi()
  const query = useQuery(
    queries.projects.managed.queryOptions(id, { staleTime: 0, gcTime: 0, refetchOnReconnect: false }),
  )
  const failure = useLoadError(query)
  const project = query.isFetchedAfterMount ? query.data : undefined
  if (project?.state === "trashed") return <TrashedProject project={project} />
  if (project) return <ProjectForm project={project} />
  if (!failure) return <Skeleton />
  if (isCode(failure, "not_found")) return <Missing />
  return (
    <LoadFailure
      title={savingErrors.missing}
      text={failureText(failure) || errors.projects.server}
      error={failure}
      onRetry={() => query.refetch()}
    />
  )
}

function NoProjectSelected() {
  return (
    <EmptyState icon="edit" title={texts.none.title} text={texts.none.text}>
      <Link to="/admin/dashboard" className="btn btn-primary">
        {texts.none.back}
      </Link>
    </EmptyState>
  )
}

/** Offers a way back, since retrying would not help. */
function Missing() {
  return (
    <div className="grid gap-3">
      <Banner tone="error">{savingErrors.missing}</Banner>
      <Link to="/admin/dashboard" className="btn btn-outline justify-self-start">
        {texts.none.back}
      </Link>
    </div>
  )
}

/** Placeholder as high as the form of a draft, so that a scrolled page keeps its position. */
function Skeleton() {
  return (
    <div aria-busy="true" className="pb-24">
      <p className="sr-only">{texts.loading}</p>
      <div className="skeleton mb-6 h-48 sm:h-28 xl:h-12" />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="panel grid gap-5">
          <div className="skeleton h-26" />
          <div className="skeleton h-60" />
          <div className="skeleton h-26" />
          <div className="skeleton h-44 sm:h-20" />
        </div>
        <div className="panel">
          <div className="skeleton h-64" />
        </div>
      </div>
    </div>
  )
}

/** Shows a project in the trash, which has to be restored before it can be edited. */
function TrashedProject({ project }: { project: ManagedProject }) {
  const { client, queries } = useApi()
  const restoration = useMutation({
    ...mutationOf(client.projects.restore.mutate),
    onSuccess: () => refreshProjects(queries),
  })
  return (
    <>
      <StateBar project={project}>
        <button
          type="button"
          aria-busy={restoration.isPending}
          className="btn btn-primary"
          onClick={() => !restoration.isPending && restoration.mutate(project.id)}
        >
          {editorTexts.restore}
        </button>
      </StateBar>
      {restoration.error && (
        <Banner tone="error">{loadingFailure(editorTexts.failure.restore, restoration.error)}</Banner>
      )}
      <div className="panel">
        <h2 className="text-xl wrap-anywhere">{project.name}</h2>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{project.description}</p>
      </div>
    </>
  )
}
