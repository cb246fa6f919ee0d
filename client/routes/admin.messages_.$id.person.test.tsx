import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow, senders } from "#client/testing/inbox.ts"
import { watchNavigation } from "#client/testing/navigation.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { press } from "#client/testing/press.ts"
import { findOutcome, findRequest, undo } from "#client/testing/request.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { expireReauthentication, TEST_PASSWORD } from "#server/testing/test-account.ts"

const phone = "+243811222333"

/** Opens the request of Serge, beside which there is one with another e-mail address from the same telephone. */
async function openRequest(as: "admin" | "agent" = "admin") {
  let reference: string | undefined
  const opened = await openScreen("/admin/messages/1", {
    as,
    async fill({ db }) {
      reference = (await createTestMessage(db, { firstName: "Serge", lastName: "Efface", phone })).reference
      await createTestMessage(db, { firstName: "Autre", email: "autre@exemple.cd", phone })
    },
  })
  await findRequest()
  const region = await screen.findByRole("region", { name: "Données de cette personne" })
  await within(region).findByRole("link", { name: "Exporter" })
  return { ...opened, reference: reference ?? "", region: within(region) }
}

type Opened = Awaited<ReturnType<typeof openRequest>>

async function erase({ user, region }: Pick<Opened, "user" | "region">) {
  await user.click(region.getByRole("button", { name: "Effacer" }))
  const dialog = await screen.findByRole("dialog", { name: "Effacer toutes les données de Serge Efface\u202f?" })
  await user.click(within(dialog).getByRole("button", { name: "Effacer" }))
  return dialog
}

test("a person's data is this request, and others only where they are ticked", async () => {
  const { user, region } = await openRequest("agent")
  region.getByText("Cette demande et ses échanges.")
  const other = region.getByRole<HTMLInputElement>("checkbox", { name: /Autre Kabongo.*même téléphone/ })
  expect(other.checked).toBe(false)
  const link = region.getByRole("link", { name: "Exporter" })
  expect(link.getAttribute("href")).toBe("/api/admin/messages/1/person")
  await user.click(other)
  expect(link.getAttribute("href")).toBe("/api/admin/messages/1/person?avec=2")
  const navigation = watchNavigation()
  await user.click(link)
  await navigation.begins()
})

test("the question before an erasure tells how much disappears, and « Annuler » changes nothing", async () => {
  const { user, region, network } = await openRequest()
  await user.click(region.getByRole("button", { name: "Effacer" }))
  let dialog = await screen.findByRole("dialog")
  expect(textOf(dialog)).toContain(
    "1 demande disparaît avec ses échanges. L’effacement peut être annulé pendant 7 jours",
  )
  await user.click(within(dialog).getByRole("button", { name: "Annuler" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(region.getByRole("checkbox", { name: /Autre Kabongo/ }))
  await user.click(region.getByRole("button", { name: "Effacer" }))
  dialog = await screen.findByRole("dialog")
  expect(textOf(dialog)).toContain("2 demandes disparaissent avec leurs échanges.")
  expect(network.requests.filter((request) => request.includes("erasePerson"))).toEqual([])
})

test("an erasure is told, is not fetched again, and comes back by « Annuler »", async () => {
  const opened = await openRequest()
  const { user, network, site } = opened
  const read = () => network.requests.filter((request) => request.includes("messages.get")).length
  await erase(opened)
  await findOutcome("1 demande effacée. L’effacement peut être annulé pendant 7 jours depuis la corbeille.")
  const before = read()
  // Each change of the inbox is a reason to fetch what is shown again.
  await createTestMessage(site.db)
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
  expect(read()).toBe(before)
  await press(user, undo)
  await findRequest()
  await findOutcome("1 demande est revenue.")
})

test("what is ticked is erased with it", async () => {
  const opened = await openRequest()
  await opened.user.click(opened.region.getByRole("checkbox", { name: /Autre Kabongo/ }))
  await erase(opened)
  await findOutcome("2 demandes effacées. L’effacement peut être annulé pendant 7 jours depuis la corbeille.")
  await opened.user.click(screen.getByRole("link", { name: "Tous les messages" }))
  await screen.findByRole("heading", { name: "Aucun message pour l’instant" })
})

test("what was erased is in no list, and is brought back from the trash", async () => {
  const opened = await openRequest()
  const { user, reference, account } = opened
  await erase(opened)
  await screen.findByText(/^1 demande effacée/)
  await user.click(screen.getByRole("link", { name: "Tous les messages" }))
  await findRow("Autre Kabongo")
  expect(senders()).toEqual(["Autre Kabongo"])
  opened.open("/admin/messages?etat=corbeille")
  const erasures = within(await screen.findByRole("region", { name: "Effacements qui peuvent être annulés" }))
  erasures.getByText("Un effacement peut être annulé pendant 7 jours, puis il est définitif.")
  const item = erasures.getByRole("listitem")
  expect(textOf(item)).toMatch(/^1 demande effacée, à partir de /)
  expect(textOf(item)).toContain(reference)
  expect(textOf(item)).toContain(`Par ${account?.username}, le `)
  await waitFor(() => expect(screen.queryByText("Chargement des messages…")).toBeNull())
  expect(screen.queryByText(/La corbeille est vide|30 jours/)).toBeNull()
  await user.click(within(item).getByRole("button", { name: /^Annuler l’effacement/ }))
  await screen.findByText("1 demande est revenue.")
  await waitFor(() => expect(item.isConnected).toBe(false))
})

test("an erasure that fails says so in the question, and can be tried again", async () => {
  const opened = await openRequest()
  const end = opened.network.answer("messages.erasePerson", noConnection)
  const dialog = await erase(opened)
  expect(textOf(await within(dialog).findByRole("alert"))).toBe(
    "Les données n’ont pas pu être effacées : connexion impossible",
  )
  end()
  await opened.user.click(within(dialog).getByRole("button", { name: "Effacer" }))
  await findOutcome("1 demande effacée. L’effacement peut être annulé pendant 7 jours depuis la corbeille.")
})

test("after a while, the password is asked for before an erasure, which is not made without", async () => {
  const opened = await openRequest()
  const { user, site } = opened
  await expireReauthentication(site.db)
  const dialog = await erase(opened)
  await screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" })
  await user.keyboard("{Escape}")
  expect(textOf(await within(dialog).findByRole("alert"))).toBe(
    "Les données n’ont pas pu être effacées : votre identité n’a pas été confirmée",
  )
  expect(await site.db.selectFrom("messages").select("id").execute()).toHaveLength(2)
  await user.click(within(dialog).getByRole("button", { name: "Effacer" }))
  const question = within(await screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" }))
  await user.type(question.getByLabelText("Mot de passe"), `${TEST_PASSWORD}{Enter}`)
  await findOutcome("1 demande effacée. L’effacement peut être annulé pendant 7 jours depuis la corbeille.")
})
