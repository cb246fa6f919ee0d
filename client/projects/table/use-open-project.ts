import { useNavigate } from "@tanstack/react-router"
import { chooseProject } from "#client/projects/form/chosen-project.ts"

/** What « Modifier » does: keeps the project's id for this tab and goes to its form. */
export function useOpenProject() {
  const navigate = useNavigate()
  return (id: number) => {
    chooseProject(id)
    void navigate({ to: "/admin/project-edit/{-$id}", params: { id: String(id) } })
  }
}
