// @module-tag engines
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { importContent } from "#server/content/transfer.ts"
import { connect } from "#server/database/connect.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { engine, openTwice } from "#server/testing/open-test-database.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

// Commands are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Starts a site on the engine under test, with the command beside it. */
async function startSite() {
  const folder = createTemporaryFolder()
  const dataDir = join(folder.path, "data")
  const { db, other, url } = engine === "postgres" ? await openTwice() : { db: await connect(dataDir) }
  await other?.destroy()
  const site = await startApp({ db })
  const environment = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) }
  return {
    ...site,
    editor: await createEditor(site),
    run: (...args: string[]) => runCommand("content", args, { environment }),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const company = { ...defaultContent.entreprise, facts: { ...defaultContent.entreprise.facts, founded: 1998 } }
const about = { ...defaultContent["a-propos"], history: { title: "Autrement", paragraphs: ["**Depuis** 1998."] } }

test("what one site exports another one publishes, while both run, as revisions of nobody", async () => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, "contenu.json")
  await using source = await startSite()
  await using target = await startSite()
  await source.editor.replace("entreprise", company)
  await source.editor.replace("a-propos", about)
  expect(await source.run("export", file)).toEqual({ status: 0, stdout: `Contenu écrit : ${file}\n`, stderr: "" })
  const draft = await target.editor.save(await target.editor.open("contact"), defaultContent.contact)

  const imported = { status: 0, stdout: "Pages publiées : À propos, Coordonnées de l'entreprise\n", stderr: "" }
  expect(await target.run("import", file)).toEqual(imported)
  expect(await target.editor.open("entreprise")).toMatchObject({ published: company, publishedBy: null })
  expect(await target.editor.open("a-propos")).toMatchObject({ published: about, publishedBy: null })
  expect((await target.editor.open("contact")).version).toBe(draft.page.version)
  const audit = await target.db.selectFrom("audit").select(["action", "ip"]).where("action", "=", "publish").execute()
  expect(audit).toEqual(Array(2).fill({ action: "publish", ip: "cli" }))
  expect((await target.run("import", file)).stdout).toBe("Le site a déjà ce contenu\n")

  const again = join(folder.path, "encore.json")
  await target.run("export", again)
  expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"))
})

test("a file that does not fit is refused whole, with a line for each faulty field", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite()
  const file = join(folder.path, "contenu.json")
  const page = (content: unknown, schemaVersion = 1) => ({ schemaVersion, content })
  const faulty: unknown = structuredClone(defaultContent.transport)
  const { sections } = faulty as { sections: { services?: { title: string }[] }[] }
  const [service] = sections[0]?.services ?? []
  if (service) service.title = ""
  const pages = (pages: object) => JSON.stringify({ formatVersion: 1, pages })
  const cases: [text: string, line: string | RegExp][] = [
    ["{", /^Le fichier n’est pas du JSON/],
    [pages({ inconnue: page({}) }), /^Ce n’est pas un fichier de contenu de ce site \(.*inconnue/],
    [JSON.stringify({ formatVersion: 2, pages: {} }), /^Ce n’est pas un fichier de contenu de ce site \(formatVersion/],
    [
      pages({
        "a-propos": page(about),
        transport: page(faulty),
        contact: page({ ...defaultContent.contact, intrus: 1 }),
      }),
      /^Transport › Nos services › Cartes › Carte 1 › Titre : À remplir\nContact : .+$/,
    ],
    [pages({ annonce: page(null) }), /^Bandeau d'annonce : /],
    [
      pages({ annonce: page(defaultContent.annonce, 2) }),
      /^Bandeau d'annonce : ce contenu vient d’une version plus récente/,
    ],
    [
      pages({
        "a-propos": page({ ...about, hero: { ...about.hero, photo: "absente.jpg" } }),
        contact: page({ ...defaultContent.contact, hero: { title: "Contact", lead: "Bonjour" } }),
      }),
      "Images absentes de ce site : absente.jpg",
    ],
  ]
  for (const [text, line] of cases) await expect(importContent(site, text, new Date()), text).rejects.toThrow(line)
  writeFileSync(file, cases.at(-1)?.[0] ?? "")
  const failure = { status: 1, stdout: "", stderr: "Images absentes de ce site : absente.jpg\n" }
  expect(await site.run("import", file)).toEqual(failure)
  expect(await site.db.selectFrom("revisions").select("id").execute()).toEqual([])
  expect(await site.db.selectFrom("audit").select("id").execute()).toEqual([])
  // The last file is accepted once its picture is there.
  await createTestImage(site.db, "absente.jpg")
  expect((await site.run("import", file)).status).toBe(0)
})

test("a file that exists is not replaced, and one that is missing is named", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite()
  const file = join(folder.path, "contenu.json")
  writeFileSync(file, "à garder")
  expect(await site.run("export", file)).toEqual({ status: 1, stdout: "", stderr: `${file} existe déjà\n` })
  expect(readFileSync(file, "utf8")).toBe("à garder")
  const missing = await site.run("import", join(folder.path, "absent.json"))
  expect([missing.status, missing.stderr.split("\n").length]).toEqual([1, 2])
  expect(missing.stderr).toContain("absent.json")
  const wrong = await Promise.all(
    [["efface", file], ["export"], ["import", file, file]].map((args) => site.run(...args)),
  )
  expect(wrong.map(({ status }) => status)).toEqual([1, 1, 1])
})

test("--help explains both actions and changes nothing", async () => {
  const help = await runCommand("content", ["--help"], { environment: { DATA_DIR: "/nowhere/at/all" } })
  expect(help).toMatchObject({ status: 0, stderr: "" })
  for (const action of ["export FICHIER", "import FICHIER"])
    expect(help.stdout).toContain(`npm run content -- ${action}`)
  expect(existsSync("/nowhere")).toBe(false)
})
