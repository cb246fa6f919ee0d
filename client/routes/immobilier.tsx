import { createFileRoute } from "@tanstack/react-router"
import { sectorRoute } from "./-sector-route.ts"
import { SectorScreen } from "./-sector-screen.tsx"

export const Route = createFileRoute("/immobilier")({
  ...sectorRoute("Immobilier"),
  component: () => <SectorScreen sector="Immobilier" />,
})
