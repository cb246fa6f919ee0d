import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { ManagementCards } from "#client/admin/management-cards.tsx"
import { useLogOut } from "#client/admin/navigation.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { useApi } from "#client/api.ts"
import { ContentList } from "#client/content/content-list.tsx"
import { contentList } from "#client/copy/admin-content.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { siteManagement as copy } from "#client/copy/admin-site.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"

export const Route = createFileRoute("/admin/site-management/")({
  head: () => adminHead(adminTitles.siteManagement),
  component: Screen,
})

function Screen() {
  const { queries } = useApi()
  const logOut = useLogOut("/")
  const pages = useQuery(queries.content.pages.queryOptions(undefined, { staleTime: 0 }))
  const failure = useLoadError(pages)
  return (
    <>
      <ScreenHeading title={adminTitles.siteManagement} lead={contentList.lead} />
      {failure && <LoadFailure text={loadingFailure(contentList.failure, failure)} onRetry={() => pages.refetch()} />}
      {(pages.data || !failure) &&
        contentList.groups.map(({ title, pages: slugs }) => (
          <div key={title} className="mb-6">
            <Panel title={title}>
              {pages.data ? (
                <ContentList pages={slugs} states={pages.data} />
              ) : (
                <div className="skeleton min-h-60" aria-busy={pages.isPending} />
              )}
            </Panel>
          </div>
        ))}
      <ManagementCards />
      <Panel title={copy.session.title}>
        <p className="prose-width mb-4">{copy.session.text}</p>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          <Icon name="logout" />
          {copy.session.logout}
        </button>
      </Panel>
    </>
  )
}
