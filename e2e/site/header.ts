import type { Page } from "@playwright/test"

/** The seven links of the header, in order. */
export const mainLinks = [
  { name: "Accueil", path: "/" },
  { name: "Construction", path: "/construction" },
  { name: "Agriculture", path: "/agriculture" },
  { name: "Élevage", path: "/elevage" },
  { name: "Transport", path: "/transport" },
  { name: "Ventes de Matériaux", path: "/ventes-materiaux" },
  { name: "Immobilier", path: "/immobilier" },
]

/** The bar's navigation; the mobile menu has its own. */
export function mainNavigation(page: Page) {
  return page.getByRole("navigation", { name: "Navigation principale" })
}
