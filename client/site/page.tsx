import type { ReactNode } from "react"
import { useHydrated } from "#client/use-hydrated.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { Footer } from "./footer.tsx"
import { Header } from "./header.tsx"

/** The layout of every public page; the sector selects its hue. */
export function Page({ sector, children }: { sector?: Sector; children: ReactNode }) {
  useHydrated()
  return (
    <>
      <Header />
      <main
        id="contenu"
        tabIndex={-1}
        data-sector={sector && SECTOR_SLUGS[sector]}
        className="wrap-anywhere min-h-[70svh] pt-(--header) outline-none"
      >
        {children}
      </main>
      <Footer />
    </>
  )
}
