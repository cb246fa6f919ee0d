import type { Page } from "@playwright/test"
import { sectorScreens } from "./screens.ts"

/** The seven links of the header, in order. */
export const mainLinks = [
  { name: "Accueil", path: "/" },
  ...sectorScreens.map(({ link, path }) => ({ name: link, path })),
]

/** The bar's navigation; the mobile menu has its own. */
export function mainNavigation(page: Page) {
  return page.getByRole("navigation", { name: "Navigation principale" })
}
