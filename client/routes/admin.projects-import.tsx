import { createFileRoute, Link } from "@tanstack/react-router"
import { adminHead } from "#client/admin/screen.ts"
import { ScreenHeading } from "#client/admin/screen-heading.tsx"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { importFile as copy } from "#client/copy/admin-import.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ImportScreen } from "#client/projects/import/import-screen.tsx"

export const Route = createFileRoute("/admin/projects-import")({
  head: () => adminHead(adminTitles.importProjects),
  component: Screen,
})

function Screen() {
  return (
    <>
      <ScreenHeading title={adminTitles.importProjects} lead={copy.lead}>
        <Link to="/admin/projects" className="btn btn-outline max-sm:w-full">
          <Icon name="previous" />
          {copy.back}
        </Link>
      </ScreenHeading>
      <ImportScreen />
    </>
  )
}
