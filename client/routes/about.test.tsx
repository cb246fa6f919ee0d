import { screen } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { findHeader } from "#client/testing/header.ts"
import { proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

test("a page whose texts cannot be fetched says so, and « Réessayer » shows it", async () => {
  // React and the router report what an error boundary has caught.
  const reported = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")]
  for (const report of reported) report.mockImplementation(() => {})
  const { user, network } = await openScreen("/about")
  await screen.findByRole("heading", { level: 1, name: "À Propos de Groupe Lisanga" })
  const repair = network.answer("transport", proxyPage)
  const { navigation } = await findHeader()
  await user.click(navigation.getByRole("link", { name: "Transport" }))
  await screen.findByRole("heading", { level: 1, name: "Une erreur est survenue" })
  expect(screen.getByRole("link", { name: "Retour à l’accueil" }).getAttribute("href")).toBe("/")
  const reports = reported.flatMap(({ mock }) => mock.calls).map((report) => report.join(" "))
  expect(reports.filter((report) => !/Bad Gateway|Error in route match/.test(report))).toEqual([])
  repair()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByRole("heading", { level: 1, name: "Transport" })
})
