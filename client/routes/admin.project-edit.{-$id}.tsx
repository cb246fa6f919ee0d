import { createFileRoute } from "@tanstack/react-router"
import { PageHead } from "#client/admin/page-head.tsx"
import { adminHead } from "#client/admin/screen.ts"
import { projectForm as copy } from "#client/copy/admin-projects.ts"
import { readChosenProject } from "#client/projects/chosen-project.ts"
import { NoProjectChosen } from "#client/projects/no-project-chosen.tsx"
import { ProjectEditor } from "#client/projects/project-editor.tsx"

export const Route = createFileRoute("/admin/project-edit/{-$id}")({
  head: () => adminHead(copy.edit.title),
  component: Screen,
})

function Screen() {
  const { id = readChosenProject() } = Route.useParams()
  return (
    <>
      <PageHead {...copy.edit} />
      {id ? <ProjectEditor key={id} id={id} /> : <NoProjectChosen />}
    </>
  )
}
