import { useQuery } from "@tanstack/react-query"
import { createFileRoute, notFound, rootRouteId } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { ContentEditor } from "#client/office/content/content-editor.tsx"
import { contentTexts, contentEditor as texts } from "#client/office/content/texts.ts"
import { BackLink } from "#client/office/frame/back-link.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { NotAllowed } from "#client/office/frame/not-allowed.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead } from "#client/office/frame/screen.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
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
  return (
    <>
      <ScreenHeading title={title} lead={contentTexts[page].lead ?? ""}>
        <BackLink to="/admin/site-management">{texts.back}</BackLink>
      </ScreenHeading>
      <Loaded query={edited} failed={texts.loading} skeleton={<div className="skeleton min-h-96" />}>
        {(opened) => edited.isFetchedAfterMount && <ContentEditor key={page} opened={opened} />}
      </Loaded>
    </>
  )
}
