import { useQuery } from "@tanstack/react-query"
import { createContext, use } from "react"
import type icons from "./icons.gen.json"
import iconsUrl from "./icons.gen.json?url"

export type IconName = keyof typeof icons

type Icons = Record<IconName, string>

/** Provided by the server only: all icons, and the names of those that the page has used so far. */
export const IconCollector = createContext<{ icons: Icons; used: Set<IconName> } | undefined>(undefined)

/** Shows an icon beside a text, hidden from screen readers, by a symbol of the page's sprite. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  if (import.meta.env.SSR) use(IconCollector)?.used.add(name)
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

/**
 * The symbols that icons refer to, rendered after all icons. The server renders those that the page uses; hydration
 * leaves these as they are until the browser has fetched all icons for the screens that it renders.
 */
export function IconSprite() {
  const page = use(IconCollector)
  const { data: all } = useQuery({ queryKey: [iconsUrl], queryFn: fetchIcons, staleTime: "static", retry: true })
  const symbols = page ? Array.from(page.used, (name) => page.icons[name]) : Object.values(all ?? {})
  return (
    <svg
      className="hidden"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own generated file
      dangerouslySetInnerHTML={{ __html: symbols.join("") }}
    />
  )
}

async function fetchIcons(): Promise<Icons> {
  return (await fetch(iconsUrl)).json()
}
