import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { deleteReceipts, listReceipts } from "#client/site/contact/contact-database.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

const receipt = { reference: "LIS-4K7P-26", statusUrl: "/demande/Nh3FyvrRo7qSu4drl-SikA" }

async function openThanks(answer?: { receipt: typeof receipt }) {
  await openScreen("/contact/merci", answer ? { answer } : {})
  await screen.findByRole("heading", { level: 1, name: "Message envoyé" })
  return within(screen.getByRole("main"))
}

// It comes first, since other tests end before their page has kept its receipt.
test("its script keeps the receipt for the list of this device's requests, once", async () => {
  const sent = { ...receipt, reference: "LIS-7K3M-26", sector: "elevage" }
  const { open } = await openScreen("/contact/merci", { answer: { receipt: sent } })
  await waitFor(async () => expect(await listReceipts()).toEqual([{ ...sent, sentAt: expect.any(Number) }]))
  await deleteReceipts()
  // The answer is the page's for an hour.
  open("/contact/merci", { receipt: sent })
  await screen.findByText("LIS-7K3M-26")
  expect(await listReceipts()).toEqual([])
})

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

test("the link can be sent to one's own chat before the page is hydrated", async () => {
  const main = await openThanks({ receipt })
  const link = main.getByRole("link", { name: "M’envoyer le lien sur WhatsApp" })
  const text = new URL(link.getAttribute("href") ?? "").searchParams.get("text")
  expect(link.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/\?text=/)
  expect(text).toBe(`Ma demande LIS-4K7P-26\u00a0: ${location.origin}${receipt.statusUrl}`)
})
