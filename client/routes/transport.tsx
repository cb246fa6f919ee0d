import { createFileRoute } from "@tanstack/react-router"
import { sectorRoute } from "./-sector-route.tsx"

export const Route = createFileRoute("/transport")(sectorRoute("Transport"))
