import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { editElsewhere } from "#client/testing/content.ts"
import { senders } from "#client/testing/inbox.ts"
import { proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { createTestMessage, createTestProject } from "#server/testing/fixtures.ts"
import type { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

type Site = Awaited<ReturnType<typeof startApp>>

/** A moment of tomorrow in Kinshasa, and the last one of today. */
const tomorrow = new Date(Date.now() + DAY_MS)
const tonight = new Date(`${kinshasaDay(new Date())}T23:59:59+01:00`)

async function fill(site: Site) {
  const { db } = site
  const { id: colleague } = await createTestAccount(db, { role: "agent", username: "Marie" })
  const add = (lastName: string, hours: number, change: object = {}) =>
    addMessage(site, { lastName, at: new Date(Date.now() - hours * 3_600_000) }, change)
  await add("Tardive", 25)
  await add("Récente", 23)
  await add("Confiée", 50, { assigneeId: colleague })
  await add("Répondue", 70, { waitingSince: null })
  const failed = await add("Manquée", 80, { waitingSince: null })
  const at = new Date().toISOString()
  const entry = { messageId: failed, at, kind: "answer" as const, text: "Bonjour" }
  const { id: entryId } = await db.insertInto("messageEntries").values(entry).returning("id").executeTakeFirstOrThrow()
  const mail = { messageId: failed, kind: "answer" as const, entryId, nextAt: at, lastError: "550" }
  await db.insertInto("outbox").values(mail).execute()
  const schedule = async (name: string, publishAt: Date) => {
    const id = await createTestProject(db, { name, publishedAt: null })
    await db.updateTable("projects").set({ publishAt: publishAt.toISOString() }).where("id", "=", id).execute()
  }
  await createTestProject(db, { name: "Brouillon", publishedAt: null })
  await createTestProject(db, { name: "Publié" })
  await schedule("Ce soir", tonight)
  await schedule("Demain", tomorrow)
  const editor = await editElsewhere(site)
  for (const page of ["transport", "immobilier", "construction"] as const) {
    await editor.save(page, ({ hero }) => {
      hero.title = "Nouveau"
    })
  }
  const later = (page: ContentSlug, publishAt: Date) =>
    db.updateTable("drafts").set({ publishAt: publishAt.toISOString() }).where("page", "=", page).execute()
  await later("immobilier", tonight)
  await later("construction", tomorrow)
}

async function addMessage({ db }: Site, given: Parameters<typeof createTestMessage>[1], change: object) {
  const email = `${crypto.randomUUID()}@exemple.cd`
  const { id } = await createTestMessage(db, { firstName: "Mme", email, ...given })
  await db
    .updateTable("messages")
    .set({ readAt: null, ...change })
    .where("id", "=", id)
    .execute()
  return id
}

/** Opens the dashboard of somebody who is in charge of the request « Mienne ». */
async function openDashboard(role: Role) {
  const opened = await openScreen("/admin/account", { as: role, fill })
  const assigneeId = opened.account?.id
  await addMessage(opened.site, { lastName: "Mienne" }, { assigneeId })
  opened.open("/admin/dashboard")
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  return opened
}

const today = () => within(screen.getByRole("region", { name: "À faire aujourd’hui" }))

const tasks = () =>
  textsOf(
    today()
      .queryAllByRole("link")
      .filter((link) => !/^Reprendre/.test(textOf(link))),
  )

const requests = [
  "À répondre 2 depuis plus de 24 h 4",
  "dont confiées à moi 1",
  "dont non attribuées 1 depuis plus de 24 h 2",
  "Réponses non parties 1",
]

const publications = [
  "Brouillons de projets 1",
  "Projets à paraître 1",
  "Contenus à publier 1",
  "Contenus à paraître 1",
]

test.each<[Role, string[]]>([
  ["admin", [...requests, ...publications]],
  ["editor", publications],
  ["agent", requests],
  ["reader", [...requests, ...publications]],
])("the role %s is shown what is to do today of what it may see", async (role, expected) => {
  await openDashboard(role)
  await waitFor(() => expect(tasks()).toEqual(expected))
  expect(today().queryByText(/Rien ne vous attend/)).toBeNull()
})

test("it stands before the figures", async () => {
  await openDashboard("admin")
  await waitFor(() => expect(tasks()).toHaveLength(8))
  const headings = [...screen.getByRole("main").querySelectorAll("h2, dl")].map(textOf)
  expect(headings[0]).toBe("À faire aujourd’hui")
  expect(headings[1]).toContain("Utilisateurs")
})

const projectNames = () => [
  ...new Set(
    screen
      .queryAllByRole("button", { name: /^Modifier / })
      .map((button) => (button.getAttribute("aria-label") ?? textOf(button)).replace("Modifier ", "")),
  ),
]

const contentNames = () =>
  [...screen.getByRole("main").querySelectorAll('a[href$="/historique"]')].map((link) =>
    link.getAttribute("aria-label")?.replace(/^Historique\s: /, ""),
  )

test.each<[string, () => unknown[], string[]]>([
  ["À répondre", senders, ["Mme Confiée", "Mme Tardive", "Mme Récente", "Mme Mienne"]],
  ["dont confiées à moi", senders, ["Mme Mienne"]],
  ["dont non attribuées", senders, ["Mme Tardive", "Mme Récente"]],
  ["Réponses non parties", senders, ["Mme Manquée"]],
  ["Brouillons de projets", projectNames, ["Brouillon"]],
  ["Projets à paraître", projectNames, ["Ce soir"]],
  ["Contenus à publier", contentNames, ["Transport"]],
  ["Contenus à paraître", contentNames, ["Immobilier"]],
])("« %s » leads to exactly what it counts", async (label, listed, names) => {
  const { user } = await openDashboard("admin")
  await waitFor(() => expect(tasks()).toHaveLength(8))
  await user.click(today().getByRole("link", { name: new RegExp(`^${label}`) }))
  await waitFor(() => expect(listed()).toEqual(names))
})

test("the only draft of a project is opened without its list, by who may write it", async () => {
  const { user } = await openDashboard("editor")
  await user.click(await today().findByRole("link", { name: /^Reprendre .*Brouillon/ }))
  await screen.findByRole("heading", { level: 1, name: "Modifier le projet" })
})

test("who has nothing to do is told so", async () => {
  await openScreen("/admin/dashboard", { as: "admin" })
  await screen.findByText(/^Rien ne vous attend.: tout est à jour\.$/)
  expect(tasks()).toEqual([])
})

test("what cannot be loaded is not said to be nothing, and is tried again beside the rest", async () => {
  const { network, open, user } = await openScreen("/admin/account", { as: "admin", fill })
  const end = network.answer("messages.inbox", proxyPage)
  open("/admin/dashboard")
  expect(textOf(await screen.findByRole("alert"))).toBe("Erreur lors du chargement des données : Erreur serveur")
  expect(screen.queryByText(/Rien ne vous attend/)).toBeNull()
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await waitFor(() => expect(tasks()[0]).toMatch(/^À répondre/))
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test("a request that is answered leaves what is to do", async () => {
  const { site } = await openDashboard("agent")
  await waitFor(() => expect(tasks()).toEqual(requests))
  await site.db.updateTable("messages").set({ waitingSince: null }).execute()
  await waitFor(() => expect(tasks()).toEqual(["Réponses non parties 1"]))
})

test.each<[Role, (string | null)[]]>([
  ["admin", ["/admin/projects", "/admin/stats", "/admin/users", "/admin/messages"]],
  ["editor", ["/admin/projects", "/admin/stats"]],
  ["agent", ["/admin/stats", "/admin/messages"]],
  ["reader", ["/admin/projects", "/admin/stats", "/admin/messages"]],
])("the figures of the role %s are links to what they count", async (role, paths) => {
  await openScreen("/admin/dashboard", { as: role })
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  const figures = screen.getByRole("main").querySelectorAll("dl a")
  expect([...figures].map((link) => link.getAttribute("href"))).toEqual(paths)
})
