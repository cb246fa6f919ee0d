import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"

const receipt = { reference: "LIS-4K7P-26", statusUrl: "/demande/Nh3FyvrRo7qSu4drl-SikA" }

async function openThanks(answer?: { receipt: typeof receipt }) {
  await openScreen("/contact/merci", answer ? { answer } : {})
  await screen.findByRole("heading", { level: 1, name: "Message envoyé" })
  return within(screen.getByRole("main"))
}

test("the page after a form without JavaScript has the reference and the way to the request's page", async () => {
  const main = await openThanks({ receipt })
  main.getByText("Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.")
  main.getByText("LIS-4K7P-26")
  expect(main.getByRole("link", { name: "Suivre ma demande" }).getAttribute("href")).toBe(receipt.statusUrl)
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex")
})

test("without a request it leads home or to the form", async () => {
  const main = await openThanks()
  expect(main.queryByText("Référence")).toBeNull()
  expect(main.queryByRole("link", { name: "Suivre ma demande" })).toBeNull()
  expect(main.getByRole("link", { name: "Retour à l’accueil" }).getAttribute("href")).toBe("/")
  expect(main.getByRole("link", { name: "Envoyer une autre demande" }).getAttribute("href")).toBe("/contact")
})
