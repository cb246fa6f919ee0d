import { createFileRoute } from "@tanstack/react-router"
import { BackLink } from "#client/admin/back-link.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { importFile as copy } from "#client/copy/admin-import.ts"
import { ImportScreen } from "#client/projects/import/import-screen.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"

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
