import { createFileRoute } from "@tanstack/react-router"
import { adminHead } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { ProjectEditor } from "#client/projects/form/project-editor.tsx"
import { readSelectedProject } from "#client/projects/selected-project.ts"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"

export const Route = createFileRoute("/admin/project-edit/{-$id}")({
  head: () => adminHead(adminTitles.editProject),
  component: Screen,
})

function Screen() {
  const { id = readSelectedProject() } = Route.useParams()
  return (
    <>
      <ScreenHeading title={adminTitles.editProject} />
      <ProjectEditor key={id} id={id} />
    </>
  )
}
