import { createFileRoute } from "@tanstack/react-router"
import { SectorScreen } from "#client/site/sectors/sector-screen.tsx"
import { sectorRoute } from "./-sector-route.ts"

export const Route = createFileRoute("/ventes-materiaux")({
  ...sectorRoute("Ventes de matériaux"),
  component: () => <SectorScreen sector="Ventes de matériaux" />,
})
