import { createFileRoute } from "@tanstack/react-router"
import { sectorRoute } from "./-sector-route.ts"
import { SectorScreen } from "./-sector-screen.tsx"

export const Route = createFileRoute("/transport")({
  ...sectorRoute("Transport"),
  component: () => <SectorScreen sector="Transport" />,
})
