import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/site-management")({
  component: Screen,
})

function Screen() {
  return null
}
