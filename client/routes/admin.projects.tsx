import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/projects")({
  component: Screen,
})

function Screen() {
  return null
}
