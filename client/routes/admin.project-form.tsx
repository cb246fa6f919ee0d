import { createFileRoute } from "@tanstack/react-router"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead } from "#client/office/frame/screen.ts"
import { ProjectForm } from "#client/office/projects/form/project-form.tsx"
import { projectEditor } from "#client/office/projects/form/texts.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"

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
