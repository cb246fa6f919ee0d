import { createFileRoute } from "@tanstack/react-router"
import { Announcements } from "#client/admin/announcements.tsx"
import { useLogOut } from "#client/admin/navigation.tsx"
import { PageHead } from "#client/admin/page-head.tsx"
import { Panel } from "#client/admin/panel.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { siteManagement as copy } from "#client/copy/admin-site.ts"
import { Icon } from "#client/icons/icon.tsx"

export const Route = createFileRoute("/admin/site-management")({
  head: () => adminHead(adminTitles.siteManagement),
  component: Screen,
})

function Screen() {
  const logOut = useLogOut("/")
  return (
    <>
      <PageHead title={adminTitles.siteManagement} lead={copy.lead} />
      <Announcements />
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
