import { createFileRoute } from "@tanstack/react-router"
import { construction } from "#client/copy/construction.ts"
import { sectorRoute } from "./-sector-route.ts"
import { SectorScreen } from "./-sector-screen.tsx"

export const Route = createFileRoute("/construction")({
  ...sectorRoute("Construction"),
  component: () => <SectorScreen sector="Construction" copy={construction} />,
})
