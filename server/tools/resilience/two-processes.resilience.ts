import { expect, test } from "vitest"
import { demoProjects } from "#server/demo/projects.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, checkPictures, countRows, listLost, readRows } from "./inspect-data.ts"
import { listNotifications, OFFICE } from "./notifications.ts"
import { createProject, makePictures, request, sendContact, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf("two-processes", "Two processes on one folder")

async function startTwo(dataDir: string, settings: Record<string, string> = {}) {
  const [one, other] = await Promise.all([startSite({ dataDir, settings }), startSite({ dataDir, settings })])
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.stop(), other.stop()])
    },
  }
}

/** Finds the generated password that a start has printed, if any. */
function shownPassword({ output }: Site): string | undefined {
  return /Mot de passe, [^:]+ : (\S{16,})/.exec(output())?.[1]
}

test("two that start at once on an empty folder make one site with one administrator", async () => {
  const rounds = 8
  for (let round = 1; round <= rounds; round += 1) {
    using folder = createTemporaryFolder()
    // An empty password counts as not given, so one is generated.
    await using sites = await startTwo(folder.path, { ADMIN_PASSWORD: "" })
    expect(countRows(folder.path, "projects")).toBe(demoProjects.length)
    expect(countRows(folder.path, "accounts")).toBe(1)
    expect(countRows(folder.path, "keys")).toBe(1)
    const migrations = readRows<{ name: string }>(folder.path, "select name from kysely_migration").map(
      ({ name }) => name,
    )
    expect(new Set(migrations).size).toBe(migrations.length)
    const shown = [sites.one, sites.other].flatMap((site) => shownPassword(site) ?? [])
    expect(shown).toHaveLength(1)
    for (const { url } of [sites.one, sites.other]) {
      const { status } = await sendJson(`${url}/api/login`, "POST", {
        email: "admin@lisanga.example",
        password: shown[0],
      })
      expect(status).toBe(200)
    }
    expect(checkIntegrity(folder.path)).toBe("ok")
    expect(await checkPictures(folder.path)).toEqual({ status: 0, lines: ["Images en ordre"] })
  }
  figures.add("starts of two at once on an empty folder", rounds)
  figures.add("of them with a migration, a demonstration or an administrator made twice", 0, "0")
  figures.add("passwords shown, each opening both", rounds, String(rounds))
})

test("each message is mailed once by the two of them", async () => {
  using folder = createTemporaryFolder()
  await using mailServer = await startMailServer({ delayMs: 20 })
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: OFFICE }
  await using sites = await startTwo(folder.path, settings)
  const messages = 60
  const sent = Array.from({ length: messages }, (_, number) => sendContact(number % 2 ? sites.one : sites.other))
  const outcomes = await Promise.all(sent)
  expect(outcomes.filter(({ status }) => status !== 201)).toEqual([])
  await expect
    .poll(() => countRows(folder.path, "outbox where sent_at is null"), { timeout: 60_000, interval: 200 })
    .toBe(0)
  const ids = listNotifications(mailServer).map((mail) => mail.header("Message-ID"))
  expect(ids).toHaveLength(messages)
  expect(new Set(ids).size).toBe(messages)
  figures.add("messages sent to the two, mails that came of them", `${messages}, ${ids.length}`, "as many")
  figures.add("mails that came twice", ids.length - new Set(ids).size, "0")
})

test("what is written through one is read through the other at once", async () => {
  using folder = createTemporaryFolder()
  await using sites = await startTwo(folder.path)
  const headers = await signIn(sites.one)
  const writes = 200
  const list: { id: number; sector: string }[] = JSON.parse((await request(`${sites.one.url}/api/projects`)).text)
  const id = list.find(({ sector }) => sector === "Transport")?.id
  const old: string[] = []
  for (let number = 1; number <= writes; number += 1) {
    const [writer, reader] = number % 2 ? [sites.one, sites.other] : [sites.other, sites.one]
    const name = `Bac numéro ${number} de Maluku`
    const changed = await sendJson(`${writer.url}/api/projects/${id}`, "PUT", { project_name: name }, headers)
    expect(changed.status).toBe(200)
    for (const path of ["/transport", "/api/projects", `/api/projects/${id}`]) {
      if (!(await request(reader.url + path)).text.includes(name)) old.push(`${number} ${path}`)
    }
  }
  expect(old).toEqual([])
  figures.add("changes through one, read through the other at once", writes)
  figures.add("of them answered with an old page, list or project", old.length, "0")
})

test("both write at once, with pictures, and nothing is lost", async () => {
  using folder = createTemporaryFolder()
  await using sites = await startTwo(folder.path)
  const both = [sites.one, sites.other]
  const headers = await signIn(sites.one)
  const pictures = await makePictures(12, 600)
  const contacts = Array.from({ length: 400 }, (_, number) => sendContact(both[number % 2] ?? sites.one))
  // Both processes store the same pictures, and each deletes projects of the other.
  const projects = Array.from({ length: 24 }, async (_, number) => {
    const [writer = sites.one, remover = sites.other] = number % 2 ? both : both.toReversed()
    const name = `Commun ${number}`
    const created = await createProject(writer, headers, {
      name,
      pictures: pictures.slice(number % 10, (number % 10) + 2),
    })
    if (created.status !== 201 || number % 3 > 0) return [created.status]
    const { id } = JSON.parse(created.text).project
    return [201, (await request(`${remover.url}/api/projects/${id}`, { method: "DELETE", headers })).status]
  })
  const statuses = (await Promise.all(projects)).flat()
  expect(statuses.filter((status) => status > 201)).toEqual([])
  expect((await Promise.all(contacts)).filter(({ status }) => status !== 201)).toEqual([])
  expect(countRows(folder.path, "messages")).toBe(400)
  expect(countRows(folder.path, "projects where name like 'Commun%' and deleted_at is null")).toBe(16)
  expect(checkIntegrity(folder.path)).toBe("ok")
  expect(listLost(folder.path)).toEqual([])
  figures.add("writes through both at once, of them rejected or lost", "432, 0", "0")
  figures.add("pictures lost that one stored while the other deleted them", 0, "0")
})
