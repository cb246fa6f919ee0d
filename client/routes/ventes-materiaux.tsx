import { createFileRoute } from "@tanstack/react-router"
import { sectorRoute } from "./-sector-route.ts"
import { SectorScreen } from "./-sector-screen.tsx"

export const Route = createFileRoute("/ventes-materiaux")({
  ...sectorRoute("Ventes de matériaux"),
  component: () => <SectorScreen sector="Ventes de matériaux" />,
})
