import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { figures, findRow, inRow, row, searchBox, senders, stateLink } from "#client/testing/inbox.ts"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessage, createTestMessages } from "#server/testing/fixtures.ts"

describe("while the messages are loading", () => {
  test("the screen says so, and its figures are empty", async () => {
    const { network } = await openScreen("/admin/messages", { as: "admin", fill: ({ db }) => createTestMessage(db) })
    const release = network.hold("messages.search")
    await screen.findByText("Chargement des messages…")
    expect(figures()).toEqual(["", "", ""])
    release()
    await findRow("Amina Kabongo")
  })

  test.each([
    { failure: "no connection", answer: noConnection, text: "connexion impossible" },
    { failure: "a proxy's page", answer: proxyPage, text: "Erreur serveur" },
    { failure: "the server's own message", answer: rejection("Revenez demain"), text: "Revenez demain" },
  ])("$failure is told in red, with figures of zero", async ({ answer, text }) => {
    const { network } = await openScreen("/admin/messages", { as: "admin" })
    network.answer("messages.search", answer)
    const alert = await screen.findByRole("alert")
    expect(alert.textContent).toBe(`Erreur lors du chargement des messages : ${text}`)
    expect(figures()).toEqual(["0", "0", "0"])
  })

  test("« Réessayer » says that it waits, and shows them at last", async () => {
    const { user, network } = await openScreen("/admin/messages", {
      as: "admin",
      fill: ({ db }) => createTestMessage(db),
    })
    const end = network.answer("messages.search", noConnection)
    const retry = await screen.findByRole("button", { name: "Réessayer" })
    end()
    const release = network.hold("messages.search")
    await user.click(retry)
    expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Un instant…" }))
    screen.getByRole("alert")
    release()
    await findRow("Amina Kabongo")
    expect(screen.queryByRole("alert")).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Messages" }))
  })
})

test("an empty inbox says what will stand there", async () => {
  await openScreen("/admin/messages", { as: "admin" })
  await screen.findByRole("heading", { name: "Aucun message pour l’instant" })
  screen.getByText("Aucun message")
  expect(figures()).toEqual(["0", "0", "0"])
})

test("the figures count all messages, those of seven days, and those of today in Kinshasa", async () => {
  // In Kinshasa it is half past midnight of the 10th.
  const now = new Date("2026-03-09T23:30:00Z")
  await openScreen("/admin/messages", {
    as: "admin",
    now: () => now,
    async fill({ db }) {
      for (const at of ["2026-03-09T23:10:00Z", "2026-03-09T22:50:00Z", "2026-03-01T12:00:00Z"])
        await createTestMessage(db, { at: new Date(at) })
    },
  })
  await screen.findByText("3 messages")
  const main = within(screen.getByRole("main"))
  expect(textsOf(main.getAllByRole("term"))).toEqual(["Total", "7 derniers jours", "Aujourd'hui"])
  expect(figures()).toEqual(["3", "2", "1"])
})

test("a row shows who wrote what about which sector, and its links lead to the request and to the sender", async () => {
  const { site } = await openScreen("/admin/messages", {
    as: "admin",
    async fill({ db }) {
      await createTestMessage(db, { firstName: "Ancienne", lastName: "Cliente", at: new Date("2025-01-05") })
      await createTestMessage(db, {
        firstName: "Danièle",
        lastName: "Mbuyi",
        email: "daniele+devis@exemple.cd",
        sector: "vente-materiaux",
        message: "Bonjour,\n\nil me faut vingt sacs.",
      })
    },
  })
  const { id } = await site.db.selectFrom("messages").select("id").orderBy("id", "desc").executeTakeFirstOrThrow()
  const found = await findRow("Danièle Mbuyi")
  expect(senders()).toEqual(["Danièle Mbuyi", "Ancienne Cliente"])
  expect(textOf(found)).toContain("Vente de matériaux · Bonjour, il me faut vingt sacs.")
  const [request, email] = within(found).getAllByRole("link")
  expect(request?.getAttribute("href")).toBe(`/admin/messages/${id}`)
  expect(email?.textContent).toBe("daniele+devis@exemple.cd")
  expect(email?.getAttribute("href")).toMatch(/^mailto:daniele%2Bdevis@exemple\.cd\?subject=/)
})

test("who left no e-mail has no link to one", async () => {
  await openScreen("/admin/messages", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db, { email: "", phone: "+243812345678" }),
  })
  expect(within(await findRow("Amina Kabongo")).getAllByRole("link")).toHaveLength(1)
})

test("date and time are French, by the clock of Kinshasa", async () => {
  await openScreen("/admin/messages", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db, { at: new Date("2025-03-09T23:45:00Z") }),
  })
  const time = within(await findRow("Amina Kabongo")).getByRole("time")
  expect(textOf(time)).toBe("10/03/2025 00:45")
  expect(time.title).toBe("10 mars 2025 à 00:45")
})

test("a text is never markup", async () => {
  await openScreen("/admin/messages", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db, { message: "Il me faut <b>vingt</b> sacs. <img src=x onerror=alert(1)>" }),
  })
  const found = await findRow("Amina Kabongo")
  expect(textOf(found)).toContain("Il me faut <b>vingt</b> sacs. <img src=x onerror=alert(1)>")
  expect(within(found).queryByRole("img")).toBeNull()
})

test("what came in as spam is not listed, and what is doubtful is marked", async () => {
  const { user } = await openScreen("/admin/messages", {
    as: "admin",
    async fill({ db }) {
      await createTestMessage(db, { firstName: "Robot", ne_pas_remplir: "x" } as never)
      await createTestMessage(db, { message: "https://a.exemple https://b.exemple https://c.exemple" })
    },
  })
  const doubtful = await findRow("Amina Kabongo")
  expect(within(doubtful).getByText("Douteuse").title).toBe(
    "La demande contient plus de deux liens vers d’autres sites.",
  )
  expect(senders()).toEqual(["Amina Kabongo"])
  await user.click(stateLink("Indésirables"))
  await findRow("Robot Kabongo")
  screen.getByText(/^Ces demandes ont été jugées indésirables/)
})

describe("a search", () => {
  const colleagues = {
    as: "admin",
    async fill({ db }: { db: Database }) {
      await createTestMessage(db, { firstName: "Béatrice", lastName: "Lukusa" })
      await createTestMessage(db, { firstName: "Célestin", lastName: "42" })
    },
  } as const

  test("is done while one types, stands in the address, and is there after a reload", async () => {
    const { user, reload } = await openScreen("/admin/messages", colleagues)
    await findRow("Célestin 42")
    await user.type(searchBox(), "beatrice luk")
    await screen.findByText("1 message trouvé")
    expect(senders()).toEqual(["Béatrice Lukusa"])
    expect(location.pathname + location.search).toBe("/admin/messages?search=beatrice+luk")
    reload()
    await findRow("Béatrice Lukusa")
    expect(searchBox().value).toBe("beatrice luk")
    expect(senders()).toEqual(["Béatrice Lukusa"])
  })

  test("that finds nothing says so, and is cleared", async () => {
    const { user } = await openScreen("/admin/messages?search=introuvable", colleagues)
    await screen.findByRole("heading", { name: "Aucun message ne correspond" })
    screen.getByText("Aucun message trouvé")
    await user.click(screen.getByRole("button", { name: "Effacer la recherche" }))
    await findRow("Béatrice Lukusa")
    expect(searchBox().value).toBe("")
    expect(location.pathname + location.search).toBe("/admin/messages")
  })

  test("of a number is that of a word", async () => {
    await openScreen("/admin/messages?search=42", colleagues)
    await findRow("Célestin 42")
    expect(searchBox().value).toBe("42")
    expect(senders()).toEqual(["Célestin 42"])
  })

  test("keeps the rows in sight while it is being done, but out of use", async () => {
    const { user, network } = await openScreen("/admin/messages", colleagues)
    await findRow("Célestin 42")
    const release = network.hold("messages.search")
    await fill(user, searchBox(), "lukusa")
    await waitFor(() => expect(row("Célestin 42").closest("[inert]")).not.toBeNull())
    release()
    await waitFor(() => expect(senders()).toEqual(["Béatrice Lukusa"]))
    expect(row("Béatrice Lukusa").closest("[inert]")).toBeNull()
  })
})

describe("fifty messages make a page", () => {
  test("and a page past the last one is the last", async () => {
    await openScreen("/admin/messages?page=9", { as: "admin", fill: ({ db }) => createTestMessages(db, 52) })
    await waitFor(() => expect(senders()).toEqual(["Client 51", "Client 52"]))
    expect(location.search).toBe("?page=2")
    screen.getByText("Page 2 sur 2")
  })

  test("and links lead from one to the other", async () => {
    const { user } = await openScreen("/admin/messages", {
      as: "admin",
      fill: ({ db }) => createTestMessages(db, 52),
    })
    await user.click(await screen.findByText("Suivante"))
    await waitFor(() => expect(senders()).toHaveLength(2))
    expect(location.search).toBe("?page=2")
    await user.click(screen.getByText("Précédente"))
    await waitFor(() => expect(senders()).toHaveLength(50))
    expect(location.search).toBe("")
  })
})

describe("rights", () => {
  test("who may only read sees the messages, and nothing that changes or exports them", async () => {
    await openScreen("/admin/messages", { as: "reader", fill: ({ db }) => createTestMessage(db) })
    const found = within(await findRow("Amina Kabongo"))
    expect(found.queryByRole("button")).toBeNull()
    expect(found.queryByRole("combobox")).toBeNull()
    found.getByText("Non attribuée")
    expect(screen.queryByRole("checkbox")).toBeNull()
    expect(screen.queryByRole("link", { name: "Exporter" })).toBeNull()
  })

  test("who answers requests may change and export them", async () => {
    await openScreen("/admin/messages", { as: "agent", fill: ({ db }) => createTestMessage(db) })
    await findRow("Amina Kabongo")
    const buttons = inRow("Amina Kabongo").getAllByRole("button")
    expect(buttons.map((button) => button.title)).toEqual(["Prendre en charge", "Archiver", "Supprimer"])
    screen.getByRole("link", { name: "Exporter" })
  })

  test("the screen is closed to who has nothing to do with requests", async () => {
    const { network } = await openScreen("/admin/messages", { as: "editor" })
    await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
    expect(network.requests.filter((request) => request.includes("messages."))).toEqual([])
  })
})
