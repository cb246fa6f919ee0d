import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow, inRow, senders, stateLink } from "#client/testing/inbox.ts"
import { watchNavigation } from "#client/testing/navigation.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { HOUR_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestMessage } from "#server/testing/fixtures.ts"
import { createTestAccount, expireReauthentication, TEST_PASSWORD } from "#server/testing/test-account.ts"

const everyone = ["Mme Photo", "Mme Répondue", "Mme Ouverte", "Mme Ancienne"]

async function fill({ db }: { db: Database }) {
  const add = (lastName: string, at: string, given: object = {}) =>
    createTestMessage(db, { firstName: "Mme", lastName, at: new Date(at), ...given })
  const { id: assigneeId } = await createTestAccount(db, { role: "agent", username: "Marie Kabongo" })
  await add("Ancienne", "2025-01-10T12:00Z")
  // At that moment it is the 10th in Kinshasa already.
  const { id: open } = await add("Ouverte", "2025-02-09T23:30Z", { sector: "elevage" })
  const { id: answered } = await add("Répondue", "2025-02-20T22:30Z")
  const { id: withPicture } = await add("Photo", "2025-03-10T12:00Z", { sector: "elevage" })
  await db.updateTable("messages").set({ state: "open", assigneeId }).where("id", "=", open).execute()
  await db.updateTable("messages").set({ state: "answered", waitingSince: null }).where("id", "=", answered).execute()
  await createTestImage(db, "0123456789abcdef.webp")
  await db
    .insertInto("messagePhotos")
    .values({ messageId: withPicture, position: 0, image: "0123456789abcdef.webp" })
    .execute()
}

function address() {
  return location.pathname + location.search
}

function expectSenders(names: string[]) {
  return waitFor(() => expect(senders()).toEqual(names))
}

test("filters stand in the address, and « Effacer les filtres » removes them", async () => {
  const { user } = await openScreen("/admin/messages", { as: "admin", fill })
  await findRow("Mme Photo")
  expect(senders()).toEqual(everyone)
  await user.selectOptions(screen.getByLabelText("Filtrer par secteur"), "Élevage")
  await expectSenders(["Mme Photo", "Mme Ouverte"])
  expect(address()).toBe("/admin/messages?secteur=elevage")
  await user.selectOptions(screen.getByLabelText("Filtrer par photos"), "Avec photos")
  await expectSenders(["Mme Photo"])
  expect(address()).toBe("/admin/messages?secteur=elevage&photos=avec")
  screen.getByRole("button", { name: "Filtres et outils (2)" })
  await user.click(screen.getByRole("button", { name: "Effacer les filtres" }))
  await expectSenders(everyone)
  expect(address()).toBe("/admin/messages")
  expect(document.activeElement).toBe(screen.getByText("4 messages"))
})

test("filters of the address are shown, and each is removed by its chip", async () => {
  const { user } = await openScreen("/admin/messages?secteur=elevage&photos=avec", { as: "admin", fill })
  await findRow("Mme Photo")
  expect(senders()).toEqual(["Mme Photo"])
  expect(screen.getByLabelText<HTMLSelectElement>("Filtrer par secteur").value).toBe("elevage")
  await user.click(screen.getByRole("button", { name: "Retirer le filtre\u00a0: Avec photos" }))
  await expectSenders(["Mme Photo", "Mme Ouverte"])
  expect(address()).toBe("/admin/messages?secteur=elevage")
})

test("the messages of one person in charge are found, of oneself by « Moi », and those of nobody", async () => {
  const { user } = await openScreen("/admin/messages?responsable=moi", { as: "admin", fill })
  await screen.findByRole("heading", { name: "Aucun message ne correspond à ces filtres" })
  const filter = screen.getByLabelText("Filtrer par responsable")
  await user.selectOptions(filter, "Marie Kabongo")
  await expectSenders(["Mme Ouverte"])
  expect(address()).toMatch(/^\/admin\/messages\?responsable=\d+$/)
  await user.selectOptions(filter, "Non attribuée")
  await expectSenders(["Mme Photo", "Mme Répondue", "Mme Ancienne"])
  expect(address()).toBe("/admin/messages?responsable=personne")
})

test("a period is days of Kinshasa, the last one included", async () => {
  const { user } = await openScreen("/admin/messages?du=2025-02-10&au=2025-02-20", { as: "admin", fill })
  await findRow("Mme Ouverte")
  expect(senders()).toEqual(["Mme Répondue", "Mme Ouverte"])
  expect(screen.getByLabelText<HTMLInputElement>("Reçus jusqu’au").value).toBe("2025-02-20")
  await user.click(screen.getByRole("button", { name: /^Retirer le filtre.*Depuis le 10 févr\. 2025$/ }))
  await expectSenders(["Mme Répondue", "Mme Ouverte", "Mme Ancienne"])
  expect(screen.getByLabelText<HTMLInputElement>("Reçus à partir du").value).toBe("")
  await user.click(screen.getByRole("button", { name: /^Retirer le filtre.*Jusqu’au 20 févr\. 2025$/ }))
  await expectSenders(everyone)
  expect(address()).toBe("/admin/messages")
})

test("a day that is being typed filters once its year is complete, and its field keeps the focus", async () => {
  await openScreen("/admin/messages", { as: "admin", fill })
  await findRow("Mme Photo")
  const from = screen.getByLabelText<HTMLInputElement>("Reçus à partir du")
  from.focus()
  // A browser makes a day of each digit: the years 2, 20, 202 and 2025.
  for (const value of ["0002-02-15", "0020-02-15", "0202-02-15"]) {
    fireEvent.input(from, { target: { value } })
    await findRow("Mme Photo")
    expect(address()).toBe("/admin/messages")
  }
  expect(from.value).toBe("0202-02-15")
  fireEvent.input(from, { target: { value: "2025-02-15" } })
  await expectSenders(["Mme Photo", "Mme Répondue"])
  expect(address()).toBe("/admin/messages?du=2025-02-15")
  fireEvent.input(from, { target: { value: "2025-02-01" } })
  await expectSenders(["Mme Photo", "Mme Répondue", "Mme Ouverte"])
  expect(document.activeElement).toBe(from)
})

test("states are links with counts, of which the chosen one is marked", async () => {
  const { user } = await openScreen("/admin/messages", { as: "admin", fill })
  await findRow("Mme Photo")
  const links = ["Tous", "Nouveaux", "En cours", "Répondus", "Archivés", "Indésirables", "Corbeille"]
  expect(textsOf(links.map(stateLink))).toEqual([
    "Tous 4",
    "Nouveaux 2",
    "En cours 1",
    "Répondus 1",
    "Archivés 0",
    "Indésirables 0",
    "Corbeille 0",
  ])
  expect(stateLink("Tous").getAttribute("aria-current")).toBe("page")
  await user.click(stateLink("En cours"))
  await expectSenders(["Mme Ouverte"])
  expect(address()).toBe("/admin/messages?etat=en-cours")
  expect(stateLink("En cours").getAttribute("aria-current")).toBe("page")
})

test.each([
  { etat: "nouveau", heading: "Aucun nouveau message" },
  { etat: "en-cours", heading: "Aucune demande en cours" },
  { etat: "repondu", heading: "Aucune demande traitée" },
  { etat: "archive", heading: "Aucun message archivé" },
  { etat: "indesirable", heading: "Aucun message indésirable" },
  { etat: "corbeille", heading: "La corbeille est vide" },
])("an empty state says so: $heading", async ({ etat, heading }) => {
  await openScreen(`/admin/messages?etat=${etat}`, { as: "admin" })
  await screen.findByRole("heading", { name: heading })
})

test("what waits longest for an answer comes first on request, with the time that it waits, marked after a day", async () => {
  const { user, site } = await openScreen("/admin/messages", { as: "admin", fill })
  await findRow("Mme Photo")
  await user.click(stateLink("À répondre 3"))
  await expectSenders(["Mme Ancienne", "Mme Ouverte", "Mme Photo"])
  expect(address()).toBe("/admin/messages?tri=attente")
  const days = Math.floor((Date.now() - Date.parse("2025-01-10T12:00Z")) / 86_400_000)
  expect(textOf(inRow("Mme Ancienne").getByRole("time"))).toBe(`${days} j`)
  await createTestMessage(site.db, { firstName: "Mme", lastName: "Nouvelle", at: new Date(Date.now() - 23 * HOUR_MS) })
  await expectSenders(["Mme Ancienne", "Mme Ouverte", "Mme Photo", "Mme Nouvelle"])
  const isMarked = (name: string) => inRow(name).getByRole("time").classList.contains("text-error")
  expect([isMarked("Mme Photo"), isMarked("Mme Nouvelle")]).toEqual([true, false])
  await user.click(stateLink("Tous"))
  await findRow("Mme Répondue")
  expect(address()).toBe("/admin/messages")
})

test("an address with a state in the order of waiting goes on to find what waits in that state", async () => {
  await openScreen("/admin/messages?tri=attente&etat=repondu", { as: "admin", fill })
  await screen.findByRole("heading", { name: "Aucune demande n’attend de réponse ici" })
  expect(stateLink("À répondre").getAttribute("aria-current")).toBe("page")
})

test("the oldest come first on request", async () => {
  await openScreen("/admin/messages?tri=ancien", { as: "admin", fill })
  await findRow("Mme Photo")
  expect(senders()).toEqual(everyone.toReversed())
})

test("a row says how many pictures came with it", async () => {
  await openScreen("/admin/messages", { as: "admin", fill })
  await findRow("Mme Photo")
  inRow("Mme Photo").getByText("1 photo")
  expect(inRow("Mme Ancienne").queryByText(/photo/)).toBeNull()
})

test("« Exporter » leads to a file of what the filters show, once one has confirmed who one is", async () => {
  const { user, site } = await openScreen("/admin/messages?secteur=elevage&search=mme", { as: "admin", fill })
  const navigation = watchNavigation()
  const link = await screen.findByRole("link", { name: "Exporter" })
  await findRow("Mme Photo")
  expect(link.getAttribute("href")).toBe("/api/admin/messages.csv?secteur=elevage&search=mme")
  await expireReauthentication(site.db)
  await user.click(link)
  const dialog = within(await screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" }))
  expect(navigation.hasBegun()).toBe(false)
  await user.type(dialog.getByLabelText("Mot de passe"), `${TEST_PASSWORD}{Enter}`)
  await navigation.begins()
  await waitFor(() => expect(document.activeElement).toBe(link))
})

test("an export that is not confirmed is not made, and says so", async () => {
  const { user, site } = await openScreen("/admin/messages", { as: "admin", fill })
  const link = await screen.findByRole("link", { name: "Exporter" })
  await findRow("Mme Photo")
  await expireReauthentication(site.db)
  await user.click(link)
  await screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" })
  await user.keyboard("{Escape}")
  await screen.findByText("Rien n’a été téléchargé")
  screen.getByText("Action annulée : vous n’avez pas confirmé que c’est bien vous.")
  await waitFor(() => expect(document.activeElement).toBe(link))
})
