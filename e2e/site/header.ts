import type { Page } from "@playwright/test"

/** The bar's navigation; the mobile menu has its own. */
export function mainNavigation(page: Page) {
  return page.getByRole("navigation", { name: "Navigation principale" })
}
