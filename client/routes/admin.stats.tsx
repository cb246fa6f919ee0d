import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/stats")({
  component: Screen,
})

function Screen() {
  return null
}
