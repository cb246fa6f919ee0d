import type { ReactNode } from "react"
import { useHydrated } from "#client/app/use-hydrated.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { Footer } from "./footer.tsx"
import { Header } from "./header.tsx"
import { SiteContext, useLoadedSite, useSite } from "./site-content.ts"
import { site as texts } from "./texts.ts"

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
        className={`@container wrap-anywhere min-h-[70svh] outline-none ${site?.announcement ? "" : "pt-(--header)"}`}
      >
        {children}
      </main>
      {site && <Footer />}
    </SiteContext>
  )
}

/** The band at the top of all pages, shown while there is an announcement. */
function Announcement() {
  const { announcement } = useSite()
  if (!announcement) return null
  const { text, href } = announcement
  return (
    <aside aria-label={texts.announcement} className="mt-(--header) bg-secondary text-secondary-content">
      <p className="wrap flex items-center justify-center gap-2 py-2.5 text-center font-medium text-balance">
        {href ? (
          <a href={href} className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4">
            {text}
            <Icon name="arrow" />
          </a>
        ) : (
          text
        )}
      </p>
    </aside>
  )
}
