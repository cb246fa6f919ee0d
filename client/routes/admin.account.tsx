import { createFileRoute } from "@tanstack/react-router"

export const Route = createFileRoute("/admin/account")({
  component: Screen,
})

function Screen() {
  return null
}
