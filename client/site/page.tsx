import type { ReactNode } from "react"
import { useHydrated } from "#client/use-hydrated.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { Announcement } from "./announcement.tsx"
import { Footer } from "./footer.tsx"
import { Header } from "./header.tsx"
import { SiteContext, useLoadedSite } from "./site-content.ts"

/** The layout of every public page; the sector selects its hue. */
export function Page({ sector, children }: { sector?: Sector; children: ReactNode }) {
  useHydrated()
  const site = useLoadedSite()
  return (
    <SiteContext value={site}>
      {site && <Header />}
      {site && <Announcement />}
      <main
        id="contenu"
        tabIndex={-1}
        data-sector={sector && SECTOR_SLUGS[sector]}
        className={`wrap-anywhere min-h-[70svh] outline-none ${site?.announcement ? "" : "pt-(--header)"}`}
      >
        {children}
      </main>
      {site && <Footer />}
    </SiteContext>
  )
}
