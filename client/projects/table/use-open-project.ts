import { useNavigate } from "@tanstack/react-router"
import { storeChosenProject } from "#client/projects/chosen-project.ts"

/** Stores the project's id for this tab and opens its form. */
export function useOpenProject() {
  const navigate = useNavigate()
  return (id: number) => {
    storeChosenProject(id)
    void navigate({ to: "/admin/project-edit/{-$id}", params: { id: String(id) } })
  }
}
