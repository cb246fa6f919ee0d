import { screen, within } from "@testing-library/dom"
import { expect, onTestFinished, test, vi } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"

const { entreprise } = defaultContent

/** In Kinshasa, on a Monday. */
const NOON = "2026-03-02T12:00:00+01:00"

/** Opens the page of a company with that WhatsApp number, at that moment. */
async function openBar(path: string, { at = NOON, whatsapp = "+243 811 222 333" } = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
  const opened = await openScreen(path, {
    fill: async ({ db }) => {
      await createTestProject(db, { name: "Villa Ngaliema" })
      await publishTestContent(db, "entreprise", { ...entreprise, contact: { ...entreprise.contact, whatsapp } })
    },
  })
  return { ...opened, bar: within(await screen.findByRole("navigation", { name: "Nous joindre" })) }
}

type Bar = Awaited<ReturnType<typeof openBar>>["bar"]

function hrefs(bar: Bar) {
  return bar.getAllByRole<HTMLAnchorElement>("link").map(({ href }) => decodeURIComponent(href))
}

test.each([
  ["/", "Bonjour, je vous écris depuis votre site.", "/contact"],
  ["/elevage", "Bonjour, je vous écris au sujet de «\u00a0Élevage\u00a0».", "/contact?secteur=elevage"],
  [
    "/realisations/villa-ngaliema",
    "Bonjour, je vous écris au sujet de «\u00a0Villa Ngaliema\u00a0».",
    "/contact?projet=villa-ngaliema",
  ],
])("on %s one calls, writes on WhatsApp and asks for a quote about what it shows", async (path, text, quote) => {
  const { bar } = await openBar(path)
  const [call, whatsApp, contact] = hrefs(bar)
  expect(call).toBe("tel:+243900000000")
  expect(whatsApp).toBe(`https://wa.me/243811222333?text=${text}`)
  expect(new URL(contact ?? "").pathname + new URL(contact ?? "").search).toBe(quote)
})

test("a company without a WhatsApp number has no link to it", async () => {
  const { bar } = await openBar("/", { whatsapp: "" })
  expect(bar.getAllByRole("link").map(textOf)).toEqual(["Appeler+243 900 000 000", "Devis"])
})

test.each([
  [NOON, "Ouvert jusqu’à 18 h"],
  ["2026-03-02T19:00:00+01:00", "Fermé, ouvre mardi à 8 h"],
  ["2026-03-03T07:00:00+01:00", "Fermé, ouvre à 8 h"],
])("at %s it says whether somebody is there: %s", async (at, expected) => {
  const { bar } = await openBar("/", { at })
  expect(textOf(bar.getByText(/^(Ouvert|Fermé)/))).toBe(expected)
})

test("a quote that is asked from a sector's page has its sector", async () => {
  const { bar, user } = await openBar("/ventes-materiaux")
  await user.click(bar.getByRole("link", { name: "Devis" }))
  await screen.findByRole("heading", { level: 1, name: "Contactez-Nous" })
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Secteur" }).value).toBe("vente-materiaux")
})
