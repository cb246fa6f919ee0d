import { createFileRoute } from "@tanstack/react-router"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead } from "#client/office/frame/screen.ts"
import { ListLink } from "#client/office/list/list-link.tsx"
import { ProjectEditor } from "#client/office/projects/form/project-editor.tsx"
import { readSelectedProject } from "#client/office/projects/selected-project.ts"
import { projectTable } from "#client/office/projects/texts.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"

export const Route = createFileRoute("/admin/project-edit/{-$id}")({
  head: () => adminHead(adminTitles.editProject),
  component: Screen,
})

function Screen() {
  const { id = readSelectedProject() } = Route.useParams()
  return (
    <>
      <ScreenHeading title={adminTitles.editProject}>
        <ListLink to="/admin/projects">{projectTable.back}</ListLink>
      </ScreenHeading>
      <ProjectEditor key={id} id={id} />
    </>
  )
}
