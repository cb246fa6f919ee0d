import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link, notFound } from "@tanstack/react-router"
import { PageHead } from "#client/admin/page-head.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { ContentEditor } from "#client/content/content-editor.tsx"
import { contentLeads, contentTitles, contentEditor as copy } from "#client/copy/admin-content.ts"
import { loadingFailure } from "#client/failures.ts"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { type ContentSlug, contentSchemas } from "#server/contract/content/pages.ts"

export const Route = createFileRoute("/admin/site-management/$page/")({
  params: {
    parse: ({ page }) => {
      if (!isContentSlug(page)) throw notFound()
      return { page }
    },
  },
  head: ({ params }) => adminHead(contentTitles[params.page]),
  component: Screen,
})

function isContentSlug(text: string): text is ContentSlug {
  return Object.hasOwn(contentSchemas, text)
}

function Screen() {
  const { page } = Route.useParams()
  const { queries } = useApi()
  // Only what is on the server when the editor opens counts; later answers come from its own saves.
  const edited = useQuery(queries.content.edited.queryOptions({ page }, { staleTime: 0, gcTime: 0 }))
  return (
    <>
      <p className="mb-2">
        <Link to="/admin/site-management" className="link-inline inline-flex min-h-11 items-center">
          {copy.back}
        </Link>
      </p>
      <PageHead title={contentTitles[page]} lead={contentLeads[page] ?? ""} />
      {edited.isError && (
        <LoadFailure text={loadingFailure(copy.loading, edited.error)} onRetry={() => edited.refetch()} />
      )}
      {edited.data && edited.isFetchedAfterMount ? (
        <ContentEditor key={page} opened={edited.data} />
      ) : (
        edited.isPending && <div className="skeleton min-h-96" />
      )}
    </>
  )
}
