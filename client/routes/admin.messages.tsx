import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/messages")({
  component: Screen,
})

function Screen() {
  return null
}
