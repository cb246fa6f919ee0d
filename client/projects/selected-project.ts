import { useNavigate } from "@tanstack/react-router"

/** In session storage: the id of the project last opened in this tab, which the form's URL may omit. */
const KEY = "projectId"

/** Stores the project's id for this tab and opens its form. */
export function useOpenProject() {
  const navigate = useNavigate()
  return (id: number) => {
    try {
      sessionStorage.setItem(KEY, String(id))
    } catch {
      // Storage may be blocked; the URL has the id too.
    }
    void navigate({ to: "/admin/project-edit/{-$id}", params: { id: String(id) } })
  }
}

export function readSelectedProject(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
