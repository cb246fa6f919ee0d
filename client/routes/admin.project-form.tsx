import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/project-form")({
  component: Screen,
})

function Screen() {
  return null
}
