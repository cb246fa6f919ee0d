import { createFileRoute } from "@tanstack/react-router"
import { adminHead } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { projectEditor } from "#client/copy/admin-project-editor.ts"
import { ProjectForm } from "#client/projects/form/project-form.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"

export const Route = createFileRoute("/admin/project-form")({
  head: () => adminHead(adminTitles.newProject),
  component: Screen,
})

function Screen() {
  return (
    <>
      <ScreenHeading title={adminTitles.newProject} lead={projectEditor.leads.new} />
      <ProjectForm />
    </>
  )
}
