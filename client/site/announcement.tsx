import { site as copy } from "#client/copy/site.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useSite } from "./site-content.ts"

/** The band over all pages, while there is something to announce. */
export function Announcement() {
  const { announcement } = useSite()
  if (!announcement) return null
  const { text, href } = announcement
  return (
    <aside aria-label={copy.announcement} className="mt-(--header) bg-secondary text-secondary-content">
      <p className="wrap flex items-center justify-center gap-2 py-2.5 text-center font-medium">
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
