import { REQUESTS_PATH } from "./offline.ts"
import { PORTFOLIO_PATH } from "./project-url.ts"

type Navigation = "header" | "footer" | "footerSectors"

interface SitePage {
  path: string
  /** Its name in the office and in links, unless `headerLabel` replaces it in the header. */
  label: string
  headerLabel?: string
  /** The navigation that links to the page. */
  links?: readonly Navigation[]
  /** The query parameters that change what the page shows; `page` counts the parts of its list from 2 on. */
  parameters?: readonly string[]
  isInSitemap?: false
  /** The service worker keeps the other pages for times without a network. */
  isKeptOffline?: false
  /** The server's cache keeps the other pages, which are the same for everybody. */
  isCached?: false
}

const inHeader = ["header"] as const
const inBoth = ["header", "footerSectors"] as const
const parameters = ["page"] as const

/** The pages whose content is edited in the office, by the slug of their editor, in the order of menus. */
export const contentPages = {
  accueil: { path: "/", label: "Accueil", links: inHeader },
  construction: { path: "/construction", label: "Construction", links: inBoth, parameters },
  agriculture: { path: "/agriculture", label: "Agriculture", links: inBoth, parameters },
  elevage: { path: "/elevage", label: "Élevage", links: inBoth, parameters },
  transport: { path: "/transport", label: "Transport", links: inBoth, parameters },
  "ventes-materiaux": {
    path: "/ventes-materiaux",
    label: "Ventes de matériaux",
    headerLabel: "Ventes de Matériaux",
    links: inHeader,
    parameters,
  },
  immobilier: { path: "/immobilier", label: "Immobilier", links: inHeader, parameters },
  "a-propos": { path: "/about", label: "À propos", links: ["footer"] },
  contact: { path: "/contact", label: "Contact", parameters: ["projet", "secteur"] },
} as const satisfies Record<string, SitePage>

export type PageSlug = keyof typeof contentPages

const form = { isInSitemap: false, isKeptOffline: false } as const

/** Every public page but those of single projects and of private links. */
export const sitePages: readonly SitePage[] = [
  ...Object.values(contentPages),
  {
    path: PORTFOLIO_PATH,
    label: "Réalisations",
    links: ["footer"],
    parameters: ["secteur", "statut", "annee", "page"],
  },
  { path: REQUESTS_PATH, label: "Mes demandes", links: ["footer"], isInSitemap: false },
  { ...form, path: "/mon-compte", label: "Mon compte" },
  { ...form, path: "/register", label: "Inscription" },
  { ...form, path: "/login", label: "Connexion", parameters: ["redirect", "inscrit", "reinitialise", "cookies"] },
]

/** Returns the pages that a navigation links to, in its order. */
export function pagesIn(navigation: Navigation): SitePage[] {
  return sitePages.filter(({ links }) => links?.includes(navigation))
}

export function findSitePage(path: string): SitePage | undefined {
  return sitePages.find((page) => page.path === path)
}
