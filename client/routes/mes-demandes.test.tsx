import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { addReceipts, listReceipts } from "#client/site/contact/contact-database.ts"
import { comeOnline, findField, findQueued, forgetKept, send } from "#client/testing/contact-form.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textsOf } from "#client/testing/text-of.ts"
import type { SentRequest } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"

const ciment: SentRequest = {
  reference: "LIS-7K3M-26",
  statusUrl: "/demande/ciment",
  sector: "vente-materiaux",
  sentAt: Date.now() - 60_000,
}
const camion: SentRequest = { reference: "LIS-4C9D-26", statusUrl: "/demande/camion", sentAt: Date.now() }

async function openKept(...receipts: SentRequest[]) {
  await addReceipts(receipts)
  const opened = await openScreen("/mes-demandes")
  await screen.findByRole("heading", { level: 1, name: "Mes demandes" })
  const main = within(screen.getByRole("main"))
  if (receipts.length > 0) await main.findAllByRole("listitem")
  return { ...opened, main, shown: () => textsOf(main.queryAllByRole("listitem")) }
}

test("a device that has sent nothing says what will stand here, and where to go", async () => {
  const { main } = await openKept()
  main.getByText(/^Les demandes que vous envoyez depuis cet appareil apparaissent ici/)
  expect(main.getByRole("link", { name: "Retrouver une demande" }).getAttribute("href")).toBe("/demande")
  expect(main.getByRole("link", { name: "Envoyer une demande" }).getAttribute("href")).toBe("/contact")
  expect(main.queryByRole("button")).toBeNull()
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex")
})

test("requests stand from the newest with sector, date and the link to their page", async () => {
  const { main, shown } = await openKept(ciment, camion)
  expect(shown()).toEqual([
    expect.stringMatching(/^LIS-4C9D-26Envoyée le \d/),
    expect.stringMatching(/^LIS-7K3M-26Vente de matériaux · Envoyée le \d/),
  ])
  const follow = main.getByRole("link", { name: "Suivre la demande LIS-7K3M-26" })
  expect(follow.getAttribute("href")).toBe("/demande/ciment")
})

test("what waits for the network is told, and no longer once it has arrived", async () => {
  const { user, network, open } = await openScreen("/contact")
  await findField("firstName")
  const mended = [network.answer("messages.send", noConnection), network.answer("/api/contact", noConnection)]
  await send(user)
  await findQueued()
  open("/mes-demandes")
  await screen.findByText(/^Un message attend la connexion sur cet appareil/)
  for (const mend of mended) mend()
  comeOnline()
  await screen.findByRole("link", { name: /^Suivre la demande LIS-/ })
  expect(screen.queryByText(/attend la connexion/)).toBeNull()
})

test("a request is forgotten, and comes back as it was", async () => {
  const { main, user, shown } = await openKept(ciment, camion)
  const before = shown()
  const button = main.getByRole("button", { name: "Oublier la demande LIS-7K3M-26" })
  await user.click(button)
  await main.findByText("Cette demande est oubliée sur cet appareil.")
  expect(await listReceipts()).toEqual([camion])
  expect(main.queryByRole("link", { name: "Suivre la demande LIS-7K3M-26" })).toBeNull()
  const undo = main.getByRole("button", { name: "Annuler l’oubli de la demande LIS-7K3M-26" })
  expect(document.activeElement).toBe(undo)
  await user.click(undo)
  await waitFor(() => expect(shown()).toEqual(before))
  expect(await listReceipts()).toEqual([camion, ciment])
  expect(document.activeElement).toBe(main.getByRole("button", { name: "Oublier la demande LIS-7K3M-26" }))
})

test("all are forgotten at once, and stay so when the page is opened again", async () => {
  const { main, user, reload } = await openKept(ciment, camion)
  await user.click(main.getByRole("button", { name: "Tout oublier" }))
  await waitFor(() => expect(main.getAllByRole("button", { name: /^Annuler/ })).toHaveLength(2))
  expect(await listReceipts()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }))
  reload()
  await screen.findByRole("heading", { level: 1, name: "Mes demandes" })
  expect(within(screen.getByRole("main")).queryByRole("listitem")).toBeNull()
})

const numberAlone = { email: "", phone: "081 234 56 78" }

test("a request that is sent stands here, and its link shows it", async () => {
  const { user, open } = await openScreen("/contact")
  await findField("firstName")
  await send(user, numberAlone)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  open("/mes-demandes")
  const follow = await screen.findByRole("link", { name: /^Suivre la demande LIS-/ })
  screen.getByText(/^Construction · Envoyée le/)
  open(follow.getAttribute("href") ?? "")
  await screen.findByRole("heading", { level: 1, name: /^Votre demande LIS-/ })
})

test("so does one that was sent once the network was back", async () => {
  const { user, network, open } = await openScreen("/contact")
  await findField("firstName")
  const mend = network.answer("messages.send", noConnection)
  const cut = network.answer("/api/contact", noConnection)
  await send(user, numberAlone)
  await findQueued()
  expect(await listReceipts()).toEqual([])
  mend()
  cut()
  comeOnline()
  await screen.findByRole("link", { name: "Suivre ma demande" })
  open("/mes-demandes")
  await screen.findByRole("link", { name: /^Suivre la demande LIS-/ })
})

test("what the contact form deletes from this device is deleted here, too", async () => {
  await addReceipts([camion])
  const { user } = await openScreen("/contact")
  await findField("firstName")
  await send(user, numberAlone)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  await waitFor(async () => expect(await listReceipts()).toHaveLength(2))
  await forgetKept(user)
  expect(await listReceipts()).toEqual([])
})

test("a registered person finds the requests of the account too, which this device did not send", async () => {
  const { client, open } = await openScreen("/mes-demandes", { as: "user" })
  const sent = await client.postJson("/api/contact", contactFields)
  const { reference } = (await sent.json()) as { reference: string }
  open("/mes-demandes")
  const follow = await screen.findByRole("link", { name: `Suivre la demande ${reference}` })
  screen.getByText(/^Construction · Envoyée le .* · Dans votre compte$/)
  expect(screen.queryByRole("button", { name: /^Oublier/ })).toBeNull()
  expect(screen.getByRole("link", { name: "Mon compte" }).getAttribute("href")).toBe("/mon-compte")
  open(follow.getAttribute("href") ?? "")
  await screen.findByRole("heading", { level: 1, name: `Votre demande ${reference}` })
  screen.getByText(/^Cette demande est dans votre compte/)
})

test("a request of this device and of the account stands once", async () => {
  const { client, open } = await openScreen("/mes-demandes", { as: "user" })
  const sent = await client.postJson("/api/contact", contactFields)
  const { reference, statusUrl } = (await sent.json()) as { reference: string; statusUrl: string }
  await addReceipts([{ reference, statusUrl: new URL(statusUrl).pathname, sentAt: Date.now() }])
  open("/mes-demandes")
  await screen.findByText(/Dans votre compte$/)
  await screen.findByRole("button", { name: `Oublier la demande ${reference}` })
  expect(screen.getAllByRole("link", { name: /^Suivre la demande/ })).toHaveLength(1)
})

test.each([
  ["for the account that was logged in when it was submitted", "same", 1],
  ["but not for somebody who has logged in since", "other", 0],
] as const)("a request that waited is sent, %s", async (_text, later, count) => {
  const { user, network, open, client, signIn, site } = await openScreen("/mes-demandes", { as: "user" })
  // Other pages learn at their start who is logged in, and this one shows it.
  await screen.findByRole("heading", { level: 1, name: "Mes demandes" })
  await user.click(screen.getByRole("link", { name: "Envoyer une demande" }))
  await findField("firstName")
  const mend = network.answer("messages.send", noConnection)
  const cut = network.answer("/api/contact", noConnection)
  await send(user, numberAlone)
  await findQueued()
  if (later === "other") await signIn("user")
  mend()
  cut()
  comeOnline()
  await screen.findByRole("link", { name: "Suivre ma demande" })
  expect(await site.db.selectFrom("messages").select("id").execute()).toHaveLength(1)
  const { result } = await (await client.request("/trpc/messages.own")).json()
  expect(result.data).toHaveLength(count)
  open("/mes-demandes")
  await screen.findByRole("link", { name: /^Suivre la demande LIS-/ })
})
