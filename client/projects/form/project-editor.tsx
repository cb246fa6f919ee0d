import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import { projectForm as copy, savingErrors } from "#client/copy/admin-projects.ts"
import { errors } from "#client/copy/errors.ts"
import { failureText, isCode } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { type Project, ProjectId } from "#server/contract/projects.ts"
import { ProjectForm } from "./project-form.tsx"

/** Loads the project and opens its form; `id` is what the address says, or this tab. */
export function ProjectEditor({ id }: { id: string }) {
  const { data: asked } = ProjectId.safeParse(Number(id))
  if (!asked) return <Missing />
  return <LoadedProject id={asked} />
}

function LoadedProject({ id }: { id: number }) {
  // What one edits is read anew each time: a copy kept from before would only end in a conflict.
  const { queries } = useApi()
  const query = useQuery(queries.projects.get.queryOptions(id, { staleTime: 0, gcTime: 0, refetchOnReconnect: false }))
  const [taken, setTaken] = useState<Project>()
  const project = taken ?? query.data
  // The form keeps the version that it was opened with, also when saving makes the project be read again.
  if (project) return <ProjectForm key={taken?.version} project={project} onTake={setTaken} />
  if (!query.isError) return <Skeleton />
  if (isCode(query.error, "not_found")) return <Missing />
  return (
    <div className="grid gap-3">
      <Banner tone="error" title={savingErrors.missing}>
        {failureText(query.error) || errors.projects.server}
      </Banner>
      <button type="button" className="btn btn-outline justify-self-start" onClick={() => query.refetch()}>
        <Icon name="retry" />
        {copy.retry}
      </button>
    </div>
  )
}

/** Trying again would not help: a way out instead. */
function Missing() {
  return (
    <div className="grid gap-3">
      <Banner tone="error">{savingErrors.missing}</Banner>
      <Link to="/admin/dashboard" className="btn btn-outline justify-self-start">
        {copy.none.back}
      </Link>
    </div>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="grid items-start gap-6 xl:grid-cols-2">
      <p className="sr-only">{copy.loading}</p>
      <div className="grid gap-5 rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
        <div className="skeleton h-11" />
        <div className="skeleton h-44" />
        <div className="skeleton h-11" />
        <div className="skeleton h-11" />
      </div>
      <div className="grid gap-5 rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
        <div className="skeleton h-32" />
        <div className="skeleton h-24" />
      </div>
    </div>
  )
}
