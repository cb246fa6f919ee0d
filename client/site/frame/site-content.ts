import { useQuery } from "@tanstack/react-query"
import { createContext, use } from "react"
import { useApi } from "#client/app/api.ts"
import type { SiteContent } from "#server/contract/content/public.ts"

/** Returns the content that all public pages show and the root loader has read; undefined if that failed. */
export function useLoadedSite(): SiteContent | undefined {
  const { queries } = useApi()
  return useQuery(queries.content.site.queryOptions()).data
}

export const SiteContext = createContext<SiteContent | undefined>(undefined)

/** Returns the site's content, and throws outside of a Page. */
export function useSite(): SiteContent {
  const site = use(SiteContext)
  if (!site) throw new Error("No site")
  return site
}

/** The options of a link that is the current one on its own path alone, with any search params. */
export const ownPath = { exact: true, includeSearch: false }

export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`
}

export function whatsAppHref(phone: string, text?: string): string {
  const query = text ? `?text=${encodeURIComponent(text)}` : ""
  return `https://wa.me/${phone.replace(/\D/g, "")}${query}`
}

export function mailHref(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`
}
