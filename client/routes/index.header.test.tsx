import { screen, waitFor, within } from "@testing-library/dom"
import { expect, onTestFinished, test } from "vitest"
import { findHeader, walkTo } from "#client/testing/header.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"

async function findHeading(name: string) {
  await screen.findByRole("heading", { level: 1, name })
}

test("the bar's links change the page: title, heading and current link follow, and Back returns", async () => {
  const { user } = await openScreen("/construction")
  await findHeading("Construction")
  await walkTo(user, "Immobilier")
  await findHeading("Immobilier")
  await waitFor(() => expect(document.title).toBe("Immobilier à Kinshasa – Groupe Lisanga"))
  const { navigation } = await findHeader()
  expect(navigation.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual([
    "Immobilier",
  ])
  history.back()
  await findHeading("Construction")
  const before = await findHeader()
  expect(before.navigation.getByRole("link", { current: "page" }).textContent).toBe("Construction")
})

test("the bar's Contact button leads to the contact page, whose link it then is, and the company's name home", async () => {
  const { user } = await openScreen("/construction")
  await user.click((await findHeader()).getByRole("link", { name: "Contact" }))
  await findHeading("Contactez-Nous")
  expect(location.pathname).toBe("/contact")
  const { getByRole, navigation } = await findHeader()
  expect(getByRole("link", { name: "Contact", current: "page" })).toBeDefined()
  expect(navigation.queryByRole("link", { current: "page" })).toBeNull()
  await user.click(getByRole("link", { name: "Groupe Lisanga" }))
  await findHeading("Excellence Multi-Sectorielle")
  expect(location.pathname).toBe("/")
})

test("home's cards lead to their sectors, its band to the contact page, and a link to all projects", async () => {
  const { user, open } = await openScreen("/")
  const cards = await screen.findAllByRole("link", { name: /^En savoir plus/ })
  expect(cards).toHaveLength(6)
  await user.click(cards[4] as Element)
  await findHeading("Vente de Matériaux")
  expect(location.pathname).toBe("/ventes-materiaux")
  open("/")
  const main = within(await screen.findByRole("main"))
  await user.click(await main.findByRole("link", { name: "Demander un devis" }))
  await findHeading("Contactez-Nous")
  open("/")
  await user.click(await screen.findByRole("link", { name: "Toutes nos réalisations" }))
  await findHeading("Nos réalisations")
})

test("an unknown address says « 404 Page Not Found » within the site too, and leads home", async () => {
  const { user } = await openScreen("/")
  await findHeading("Excellence Multi-Sectorielle")
  history.pushState({}, "", "/introuvable")
  dispatchEvent(new PopStateEvent("popstate", { state: {} }))
  await findHeading("404 Page Not Found")
  expect(document.title).toContain("404 Page Not Found")
  expect(screen.getByRole("banner")).toBeDefined()
  expect(screen.getByRole("contentinfo")).toBeDefined()
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: /accueil/i }))
  await findHeading("Excellence Multi-Sectorielle")
  await waitFor(() => expect(document.title).not.toContain("404"))
})

test("a page under the pointer is fetched ahead with its data, and nothing is under Save-Data", async () => {
  fakeTime()
  const { user, network, reload } = await openScreen("/contact")
  const hover = async (name: string) => {
    await user.hover((await findHeader()).navigation.getByRole("link", { name }))
    await passTime(1000)
  }
  await hover("Immobilier")
  await network.sent("projects.page")
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"))
  reload()
  await findHeading("Contactez-Nous")
  await hover("Transport")
  const isOfTransport = (request: string) => decodeURIComponent(request).toLowerCase().includes("transport")
  expect(network.requests.filter(isOfTransport)).toEqual([])
})
