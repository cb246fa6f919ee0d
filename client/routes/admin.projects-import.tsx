import { createFileRoute } from "@tanstack/react-router"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead } from "#client/office/frame/screen.ts"
import { ListLink } from "#client/office/list/list-link.tsx"
import { ImportScreen } from "#client/office/projects/import/import-screen.tsx"
import { importFile as texts } from "#client/office/projects/import/texts.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"

export const Route = createFileRoute("/admin/projects-import")({
  head: () => adminHead(adminTitles.importProjects),
  component: Screen,
})

function Screen() {
  return (
    <>
      <ScreenHeading title={adminTitles.importProjects} lead={texts.lead}>
        <ListLink to="/admin/projects">{texts.back}</ListLink>
      </ScreenHeading>
      <ImportScreen />
    </>
  )
}
