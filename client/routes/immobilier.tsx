import { createFileRoute } from "@tanstack/react-router"
import { SectorScreen } from "#client/site/sectors/sector-screen.tsx"
import { sectorRoute } from "./-sector-route.ts"

export const Route = createFileRoute("/immobilier")({
  ...sectorRoute("Immobilier"),
  component: () => <SectorScreen sector="Immobilier" />,
})
