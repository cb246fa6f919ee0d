import { createFileRoute } from "@tanstack/react-router"
import { BackLink } from "#client/admin/back-link.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { ScreenHeading } from "#client/admin/screen-heading.tsx"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { importFile as copy } from "#client/copy/admin-import.ts"
import { ImportScreen } from "#client/projects/import/import-screen.tsx"

export const Route = createFileRoute("/admin/projects-import")({
  head: () => adminHead(adminTitles.importProjects),
  component: Screen,
})

function Screen() {
  return (
    <>
      <ScreenHeading title={adminTitles.importProjects} lead={copy.lead}>
        <BackLink to="/admin/projects">{copy.back}</BackLink>
      </ScreenHeading>
      <ImportScreen />
    </>
  )
}
