import { useNavigate } from "@tanstack/react-router"
import { withStorage } from "#client/app/browser-storage.ts"

/** Key in sessionStorage of the project opened last in this tab, whose id the form's URL may omit. */
const KEY = "projectId"

/** Stores the project's id for this tab. */
export function selectProject(id: number): void {
  withStorage(() => sessionStorage.setItem(KEY, String(id)))
}

/** Stores the project's id for this tab and opens its form. */
export function useOpenProject() {
  const navigate = useNavigate()
  return (id: number) => {
    selectProject(id)
    void navigate({ to: "/admin/project-edit/{-$id}", params: { id: String(id) } })
  }
}

export function readSelectedProject(): string | undefined {
  return withStorage(() => sessionStorage.getItem(KEY)) ?? undefined
}
