import { createFileRoute } from "@tanstack/react-router"
import { SectorScreen } from "#client/site/sectors/sector-screen.tsx"
import { sectorRoute } from "./-sector-route.ts"

export const Route = createFileRoute("/transport")({
  ...sectorRoute("Transport"),
  component: () => <SectorScreen sector="Transport" />,
})
