import { useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ContentList } from "#client/office/content/content-list.tsx"
import { ManagementCards } from "#client/office/content/management-cards.tsx"
import { siteManagement as texts } from "#client/office/content/management-texts.ts"
import { contentList } from "#client/office/content/texts.ts"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { LoadFailure, useLoadError } from "#client/office/frame/loaded.tsx"
import { useLogOut } from "#client/office/frame/navigation.tsx"
import { adminHead } from "#client/office/frame/screen.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"

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
      <Panel title={texts.session.title}>
        <p className="prose-width mb-4">{texts.session.text}</p>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          <Icon name="logout" />
          {texts.session.logout}
        </button>
      </Panel>
    </>
  )
}
