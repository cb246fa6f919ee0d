import { useQuery } from "@tanstack/react-query"
import { createFileRoute, notFound, rootRouteId } from "@tanstack/react-router"
import { BackLink } from "#client/admin/back-link.tsx"
import { NotAllowed } from "#client/admin/not-allowed.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { ContentEditor } from "#client/content/content-editor.tsx"
import { contentTexts, contentEditor as copy } from "#client/copy/admin-content.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { loadingFailure } from "#client/failures.ts"
import { useCan } from "#client/rights.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { rightToEdit } from "#server/contract/content/edit.ts"
import { ContentSlug } from "#server/contract/content/pages.ts"

export const Route = createFileRoute("/admin/site-management/$page/")({
  loader: ({ params }) => {
    const { data: page } = ContentSlug.safeParse(params.page)
    if (!page) throw notFound({ routeId: rootRouteId })
    return { page, title: contentTexts[page].label }
  },
  head: ({ loaderData }) => adminHead(loaderData?.title ?? adminTitles.siteManagement),
  component: Screen,
})

function Screen() {
  const can = useCan()
  const { page, title } = Route.useLoaderData()
  return can(rightToEdit(page)) ? <Editor page={page} title={title} /> : <NotAllowed />
}

function Editor({ page, title }: { page: ContentSlug; title: string }) {
  const { queries } = useApi()
  // The editor must begin with the server's current version; later data comes from its own saves.
  const edited = useQuery(queries.content.edited.queryOptions({ page }, { staleTime: 0, gcTime: 0 }))
  const failure = useLoadError(edited)
  return (
    <>
      <ScreenHeading title={title} lead={contentTexts[page].lead ?? ""}>
        <BackLink to="/admin/site-management">{copy.back}</BackLink>
      </ScreenHeading>
      {failure && <LoadFailure text={loadingFailure(copy.loading, failure)} onRetry={() => edited.refetch()} />}
      {edited.data && edited.isFetchedAfterMount ? (
        <ContentEditor key={page} opened={edited.data} />
      ) : (
        !failure && <div className="skeleton min-h-96" />
      )}
    </>
  )
}
