import { screen, waitFor, within } from "@testing-library/dom"
import css from "#client/app/base.css?raw"

/** The header's bar, with the navigation of larger screens; phones have the menu. */
export async function findHeader() {
  const header = await screen.findByRole("banner")
  return {
    ...within(header),
    navigation: within(within(header).getByRole("navigation", { name: "Navigation principale" })),
  }
}

/** Gives the page the rules by which it shows one of log-in and log-out, which jsdom would have to load. */
export async function showSessionControls() {
  await screen.findByRole("banner")
  const style = document.createElement("style")
  const selectors = css.match(/^html.*\[data-session\].*(?=[,\s]*[,{]$)/gm) ?? []
  if (selectors.length !== 2) throw new Error("base.css has other rules for what is shown by session")
  style.textContent = `${selectors.join(", ")} { display: none }`
  document.head.append(style)
}

/** Walks to a page by the header's link, as readers do. */
export async function walkTo(user: { click(element: Element): Promise<void> }, link: string) {
  const { navigation } = await findHeader()
  await user.click(navigation.getByRole("link", { name: link }))
  // The next page has a header of its own.
  await waitFor(() => within(screen.getByRole("banner")).getByRole("link", { name: link, current: "page" }))
}
