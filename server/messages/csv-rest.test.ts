// @module-tag engines
import { expect, test } from "vitest"
import { readCsv } from "#server/csv/read-csv.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const PATH = "/api/admin/messages.csv"

async function startSite() {
  const site = await startApp({ now: () => new Date("2026-03-02T10:00:00Z") })
  const headers = await signInAs(site, "admin")
  const download = (path: string) => site.request(path, { headers })
  return {
    ...site,
    headers,
    download,
    send: (fields: object) => site.postJson("/api/contact", { ...contactFields, ...fields }),
    async names(query: string) {
      const response = await download(`${PATH}${query}`)
      expect(response.status).toBe(200)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const hasRows = Buffer.from(bytes).toString().split("\r\n").length > 2
      return hasRows ? readCsv(bytes, ["Référence"]).rows.map(({ cells }) => cells[2]) : []
    },
  }
}

test("the file has all that a request says, safe against formulas", async () => {
  await using site = await startSite()
  await site.send({ firstName: "=1+1", phone: "+243 81 234 56 78", email: "", message: "Deux\nlignes ; un point" })
  const { reference } = await site.db.selectFrom("messages").select("reference").executeTakeFirstOrThrow()
  const response = await site.download(PATH)
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="demandes.csv"')
  expect(response.headers.get("Cache-Control")).toBe("no-store")
  const titles =
    "Référence;Reçue le;Prénom;Nom;E-mail;Téléphone;Secteur;Message;Photos;État;Responsable;Première réponse le;Relance le;Note de relance;Issue;Montant (USD);Motif"
  const row = `${reference};2026-03-02 11:00;'=1+1;Kabongo;;"=""+243812345678""";Construction;"Deux\nlignes ; un point";0;Nouveau;;;;;;;`
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(`\ufeff${titles}\r\n${row}\r\n`)
})

test("a date that another program wrote badly is an empty cell, and the file is complete", async () => {
  await using site = await startSite()
  for (const firstName of ["Un", "Deux"]) await site.send({ firstName })
  const dates = { createdAt: "hier", answeredAt: "hier" }
  await site.db.updateTable("messages").set(dates).where("firstName", "=", "Deux").execute()
  const lines = (await (await site.download(PATH)).text()).split("\r\n")
  expect(lines.find((line) => line.includes("Deux"))).toMatch(/^[^;]+;;Deux;.*;$/)
  expect((await site.names("")).sort()).toEqual(["Deux", "Un"])
})

test("it holds what the inbox's URL finds", async () => {
  await using site = await startSite()
  await site.send({ firstName: "Un", sector: "elevage" })
  await site.send({ firstName: "Deux", message: "Une école à Limete, svp." })
  await site.send({ firstName: "Trois", ne_pas_remplir: "https://robot.example" })
  expect(await site.names("")).toEqual(["Deux", "Un"])
  expect(await site.names("?tri=ancien")).toEqual(["Un", "Deux"])
  expect(await site.names("?etat=indesirable")).toEqual(["Trois"])
  expect(await site.names("?secteur=elevage")).toEqual(["Un"])
  expect(await site.names("?search=limete")).toEqual(["Deux"])
  expect(await site.names("?responsable=moi")).toEqual([])
  expect(await site.names("?du=2026-03-03")).toEqual([])
  expect(await site.names("?du=2026-03-02&au=2026-03-02&responsable=personne")).toEqual(["Deux", "Un"])
  expect(
    await site.names("?etat=rien&secteur=rien&du=hier&photos=peut-etre&tri=rien&au=2026-02-30&responsable=-1"),
  ).toEqual(["Deux", "Un"])
})

test("figures of a period are a file too, with a line for each sector, state and week", async () => {
  await using site = await startSite()
  await site.send({})
  const response = await site.download("/api/admin/message-figures.csv?du=2026-03-02&au=2026-03-08")
  const lines = Buffer.from(await response.arrayBuffer())
    .toString()
    .split("\r\n")
  expect(lines).toContain("Demandes reçues;;1")
  expect(lines).toContain("Délai de réponse habituel, en minutes;;")
  expect(lines).toContain("Demandes par secteur;Construction;1")
  expect(lines).toContain("Demandes par état;Nouveau;1")
  expect(lines).toContain("Demandes par semaine;2026-03-02;1")
  const rejected = await site.download("/api/admin/message-figures.csv?du=hier&au=2026-03-08")
  expect([rejected.status, Object.keys((await rejected.json()).errors)]).toEqual([400, ["du"]])
})

test("an administrator alone downloads them", async () => {
  await using site = await startSite()
  for (const path of [PATH, "/api/admin/message-figures.csv?du=2026-03-02&au=2026-03-08"]) {
    expect((await site.request(path)).status).toBe(401)
    expect((await site.request(path, { headers: await signInAs(site, "user") })).status).toBe(403)
  }
})
