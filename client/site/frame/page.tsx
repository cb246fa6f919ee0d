import type { ReactNode } from "react"
import { useAnnouncedHydration } from "#client/app/hydration.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { ContactBar, type ContactSubject } from "./contact-bar.tsx"
import { Footer } from "./footer.tsx"
import { Header } from "./header.tsx"
import { SiteContext, useLoadedSite, useSite } from "./site-content.ts"
import { site as texts } from "./texts.ts"

/** The layout of every public page; the sector selects its hue. */
export function Page({ sector, project, children }: ContactSubject & { children: ReactNode }) {
  useAnnouncedHydration()
  const site = useLoadedSite()
  return (
    <SiteContext value={site}>
      {site && <Header />}
      <div className="pt-(--header)">
        {site && <ContactBar sector={sector} project={project} />}
        {site && <Announcement />}
      </div>
      <main
        id="contenu"
        tabIndex={-1}
        data-sector={sector && SECTOR_SLUGS[sector]}
        className="@container/page wrap-anywhere min-h-[70svh] outline-none"
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
    <aside aria-label={texts.announcement} className="bg-secondary text-secondary-content">
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
