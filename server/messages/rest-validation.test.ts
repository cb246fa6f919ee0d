import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

const firstName = "Le prénom est requis"
const lastName = "Le nom est requis"
const email = "Email invalide"
const neither = "Indiquez un e-mail ou un téléphone"
const sector = "Veuillez sélectionner un secteur"
const message = "Le message doit contenir au moins 10 caractères"

test.each([
  ["nothing filled in", {}, { firstName, lastName, email: neither, sector, message }],
  [
    "nothing but empty texts",
    { firstName: "", lastName: "", email: "", sector: "", message: "" },
    { firstName, lastName, email: neither, sector, message },
  ],
  ["a blank first name", { ...contactFields, firstName: "   " }, { firstName }],
  ["a first name of characters that nobody sees", { ...contactFields, firstName: "\u200b\ufeff" }, { firstName }],
  ["a first name of blanks that count as letters", { ...contactFields, firstName: "\u2800\ufff9" }, { firstName }],
  ["a missing last name", { ...contactFields, lastName: undefined }, { lastName }],
  ["neither e-mail address nor number", { ...contactFields, email: "", phone: " " }, { email: neither }],
  ["an e-mail address without a domain", { ...contactFields, email: "amina@" }, { email }],
  [
    "two e-mail addresses",
    { ...contactFields, email: "a@b.cd, c@d.ef" },
    { email: "Email invalide\u00a0: écrivez une seule adresse, sans virgule" },
  ],
  [
    "accents before the sign @",
    { ...contactFields, email: "société@exemple.cd" },
    { email: "Email invalide\u00a0: pas d’accent avant le signe @" },
  ],
  [
    "a space in the address",
    { ...contactFields, email: "jean ilunga@exemple.cd" },
    { email: "Email invalide\u00a0: une adresse n’a pas d’espace" },
  ],
  ["a domain that is none", { ...contactFields, email: "jean@société" }, { email }],
  ["a domain with signs", { ...contactFields, email: "jean@soc/été.cd" }, { email }],
  ["no sector chosen", { ...contactFields, sector: "" }, { sector }],
  ["a sector that is none", { ...contactFields, sector: "mines" }, { sector }],
  ["a sector name with more behind it", { ...contactFields, sector: "Élevage bovin" }, { sector }],
  ["a message of nine characters", { ...contactFields, message: "123456789" }, { message }],
  ["a message of spaces", { ...contactFields, message: " ".repeat(50) }, { message }],
  [
    "numbers for texts",
    { firstName: 1, lastName: 2, email: 3, sector: 4, message: 5 },
    { firstName, lastName, email, sector, message },
  ],
  ["a message of characters that nobody sees", { ...contactFields, message: "\u200b".repeat(12) }, { message }],
  ["a message of braille blanks", { ...contactFields, message: "\u2800".repeat(12) }, { message }],
  [
    "half of a surrogate pair",
    { ...contactFields, message: "Un devis, merci \ud83d" },
    { message: "Le texte contient un caractère interdit" },
  ],
  ["null for texts", { ...contactFields, firstName: null, message: null }, { firstName, message }],
  ["lists for texts", { ...contactFields, lastName: ["a"], sector: ["elevage"] }, { lastName, sector }],
  [
    "a first name over 100",
    { ...contactFields, firstName: "x".repeat(101) },
    { firstName: "Le prénom ne peut dépasser 100 caractères" },
  ],
  [
    "a last name over 100",
    { ...contactFields, lastName: "x".repeat(101) },
    { lastName: "Le nom ne peut dépasser 100 caractères" },
  ],
  ["an e-mail address over 254", { ...contactFields, email: `${"x".repeat(250)}@b.cd` }, { email }],
  [
    "a message over 5000",
    { ...contactFields, message: "x".repeat(5001) },
    { message: "Le message ne peut dépasser 5 000 caractères" },
  ],
  ["a request id that is no UUID", { ...contactFields, requestId: "1" }, { requestId: "requestId doit être un UUID" }],
  [
    "the nil UUID as a request id",
    { ...contactFields, requestId: "00000000-0000-0000-0000-000000000000" },
    { requestId: "requestId doit être un UUID" },
  ],
  [
    "the max UUID as a request id",
    { ...contactFields, requestId: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
    { requestId: "requestId doit être un UUID" },
  ],
  ["a request id that is no text", { ...contactFields, requestId: 1 }, { requestId: "requestId doit être un UUID" }],
])("%s is 400 with exactly one message for each invalid field", async (_what, body, errors) => {
  await using app = await startApp()
  const response = await app.postJson("/api/contact", body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message: expect.any(String), errors })
  expect(await app.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test("texts of the allowed length are accepted", async () => {
  await using app = await startApp()
  const longest = {
    ...contactFields,
    firstName: "x".repeat(100),
    lastName: "y".repeat(100),
    message: "z".repeat(5000),
  }
  expect((await app.postJson("/api/contact", longest)).status).toBe(201)
  expect((await app.postJson("/api/contact", { ...contactFields, message: "1234567890" })).status).toBe(201)
})

test.each([["null"], ["[]"], ['"texte"'], ["12"], ["true"]])("the body %s is 400 in French", async (body) => {
  await using app = await startApp()
  const response = await app.request("/api/contact", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message: expect.stringMatching(/^Entrée invalide/) })
})

test.each([["{"], [""], ["firstName=Amina"], ['{"firstName": "Amina",}']])(
  "the body %o is no JSON: 400",
  async (body) => {
    await using app = await startApp()
    const response = await app.request("/api/contact", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      success: false,
      message: responseTexts.malformedJson,
    })
  },
)

test.each([
  ["text/plain"],
  ["application/x-www-form-urlencoded"],
  ["multipart/form-data; boundary=x"],
  ["application/jsonp"],
])("a body of type %s is 415", async (type) => {
  await using app = await startApp()
  const body = JSON.stringify(contactFields)
  const response = await app.request("/api/contact", { method: "POST", body, headers: { "Content-Type": type } })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ success: false })
})

test("a body without a type is 415", async () => {
  await using app = await startApp()
  const body = new TextEncoder().encode(JSON.stringify(contactFields))
  expect((await app.request("/api/contact", { method: "POST", body })).status).toBe(415)
})

test("JSON with a charset is accepted", async () => {
  await using app = await startApp()
  const type = { "Content-Type": "Application/JSON; charset=utf-8" }
  expect((await app.postJson("/api/contact", contactFields, type)).status).toBe(201)
})

test.each([
  ["its length says so", true],
  ["it comes in pieces", false],
])("a body over 1 MiB is 413, when %s", async (_how, lengthKnown) => {
  await using app = await startApp()
  const bytes = new TextEncoder().encode(JSON.stringify({ ...contactFields, message: "x".repeat(1024 * 1024) }))
  const body = lengthKnown ? bytes : new Blob([bytes]).stream()
  const headers = {
    "Content-Type": "application/json",
    ...(lengthKnown && { "Content-Length": String(bytes.length) }),
  }
  const response = await app.request("/api/contact", { method: "POST", body, headers, duplex: "half" } as RequestInit)
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual({ success: false, message: responseTexts.bodyTooLarge })
  expect(await app.db.selectFrom("messages").select("id").execute()).toEqual([])
})
