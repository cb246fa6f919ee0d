import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { projectEditor as copy } from "#client/copy/admin-project-editor.ts"
import { loadingFailure } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"
import { PublicationBar } from "./publication-bar.tsx"

/** A project in the trash is only shown: it has to be restored before it can be edited. */
export function TrashedProject({ project }: { project: ManagedProject }) {
  const { client, queries } = useApi()
  const restoration = useMutation({
    ...mutationOf(client.projects.restore.mutate),
    onSuccess: () => Promise.all([queries.projects.invalidate(), queries.stats.invalidate()]),
  })
  return (
    <>
      <PublicationBar project={project}>
        <button
          type="button"
          aria-busy={restoration.isPending}
          className="btn btn-primary"
          onClick={() => !restoration.isPending && restoration.mutate(project.id)}
        >
          {copy.restore}
        </button>
      </PublicationBar>
      {restoration.error && <Banner tone="error">{loadingFailure(copy.failure.restore, restoration.error)}</Banner>}
      <div className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
        <h2 className="text-xl wrap-anywhere">{project.name}</h2>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{project.description}</p>
      </div>
    </>
  )
}
