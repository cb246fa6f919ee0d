import { describe, expect, test } from "vitest"
import { entreprise } from "#server/content/published/defaults/entreprise.ts"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { servePages } from "#server/pages/serve.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"

const password = "huit planches de wengé"
const bea = { username: "Béa Mbuyi", email: "bea@exemple.cd", password, confirm_password: password }

/** A test that makes more than ten registrations an hour would reach the limit. */
const unlimited = { settings: { RATE_LIMITS: "0" } }

function accountsIn(app: Awaited<ReturnType<typeof startApp>>) {
  return app.db.selectFrom("accounts").selectAll().execute()
}

function numbered(number: number) {
  return { ...bea, username: `Béa ${number}`, email: `bea-${number}@exemple.cd` }
}

test("a registration gets 201, and its account can sign in", async () => {
  await using app = await startApp()
  const browser = createCookieClient(app)
  const response = await browser.postJson("/api/register", bea)
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ success: true, message: "Inscription réussie" })
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await browser.signIn(bea, password)).status).toBe(200)
  expect(await browser.me()).toMatchObject({ username: "Béa Mbuyi", email: "bea@exemple.cd", role: "user" })
})

test("no field creates an administrator", async () => {
  await using app = await startApp()
  const protectedFields = {
    role: "admin",
    isAdmin: true,
    id: 1,
    disabledAt: null,
    passwordHash: "x",
    // Only JSON.parse makes `__proto__` an own key; an object literal would set the prototype.
    ...JSON.parse('{"__proto__": {"role": "admin"}, "constructor": {"prototype": {"role": "admin"}}}'),
  }
  expect(JSON.stringify(protectedFields)).toContain("__proto__")
  expect((await app.postJson("/api/register", { ...bea, ...protectedFields })).status).toBe(201)
  const second = { ...numbered(2), ...protectedFields, confirmPassword: password }
  expect((await app.postJson("/trpc/accounts.register", second)).status).toBe(200)
  expect((await accountsIn(app)).map(({ role }) => role)).toEqual(["user", "user"])
})

test("the password is stored as Argon2id with OWASP's costs, and nowhere in clear", async () => {
  await using app = await startApp()
  await app.postJson("/api/register", bea)
  const [account] = await accountsIn(app)
  expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22,}\$[^$]{43,}$/)
  expect(JSON.stringify(account)).not.toContain(password)
  expect(app.lines.join("")).not.toMatch(/wengé|bea@/)
})

test("white space around a name and an e-mail does not count, that of a password does", async () => {
  await using app = await startApp()
  const padded = {
    username: " Béa ",
    email: " bea@exemple.cd\n",
    password: ` ${password}`,
    confirm_password: ` ${password}`,
  }
  await app.postJson("/api/register", padded)
  expect(await accountsIn(app)).toMatchObject([{ username: "Béa", email: "bea@exemple.cd" }])
  expect((await createCookieClient(app).signIn(bea, password)).status).toBe(401)
  expect((await createCookieClient(app).signIn(bea, ` ${password}`)).status).toBe(200)
})

const taken = { email: responseTexts.emailTaken, username: responseTexts.usernameTaken }

test.each([
  ["its e-mail", { username: "Autre" }, { email: taken.email }],
  ["its e-mail in capitals", { username: "Autre", email: " BEA@Exemple.CD " }, { email: taken.email }],
  ["its name", { email: "autre@exemple.cd" }, { username: taken.username }],
  ["its name without accents", { email: "autre@exemple.cd", username: "bea mbuyi" }, { username: taken.username }],
  ["both", {}, taken],
])("%s taken is 409 and creates no account", async (_what, overrides, errors) => {
  await using app = await startApp()
  await app.postJson("/api/register", bea)
  const response = await app.postJson("/api/register", { ...bea, ...overrides })
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ success: false, message: Object.values(errors)[0], errors })
  expect(await accountsIn(app)).toHaveLength(1)
})

test("of two registrations at once with one e-mail one succeeds", async () => {
  await using app = await startApp()
  const responses = await Promise.all(
    [1, 2, 3].map((number) => app.postJson("/api/register", { ...numbered(number), email: bea.email })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await accountsIn(app)).toHaveLength(1)
})

const mismatch = "Les mots de passe ne correspondent pas"

test.each([
  ["a confirmation that differs", { confirm_password: "autre chose" }, { confirm_password: mismatch }],
  ["a confirmation in other letters", { confirm_password: password.toUpperCase() }, { confirm_password: mismatch }],
  ["no confirmation", { confirm_password: undefined }, { confirm_password: "La confirmation est requise" }],
  [
    "a confirmation under another name",
    { confirm_password: undefined, confirmPassword: password },
    { confirm_password: "La confirmation est requise" },
  ],
  ["no e-mail address", { email: undefined }, { email: responseTexts.emailRequired }],
  ["an empty e-mail address", { email: " " }, { email: responseTexts.emailRequired }],
  ["an invalid e-mail address", { email: "bea" }, { email: "E-mail invalide" }],
  ["an e-mail address that is too long", { email: `${"b".repeat(250)}@exemple.cd` }, { email: "E-mail invalide" }],
  ["no name", { username: undefined }, { username: "Le nom d’utilisateur est requis" }],
  ["a short name", { username: " ab " }, { username: "Le nom d’utilisateur doit contenir au moins 3 caractères" }],
  ["a long name", { username: "a".repeat(51) }, { username: "Le nom d’utilisateur ne peut dépasser 50 caractères" }],
  [
    "a name that turns the text around it",
    { username: "abc\u202edef" },
    { username: "Le nom d’utilisateur contient un caractère interdit" },
  ],
  [
    "a short password",
    { password: "1234567", confirm_password: "1234567" },
    { password: "Le mot de passe doit contenir au moins 8 caractères" },
  ],
  [
    "a long password",
    { password: "a".repeat(129), confirm_password: "a".repeat(129) },
    { password: "Le mot de passe ne peut dépasser 128 caractères" },
  ],
])("%s is 400, in REST names", async (_what, overrides, errors) => {
  await using app = await startApp()
  const response = await app.postJson("/api/register", { ...bea, ...overrides })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message: Object.values(errors)[0], errors })
  expect(await accountsIn(app)).toEqual([])
})

test("several faulty fields have one message each", async () => {
  await using app = await startApp()
  const response = await app.postJson("/api/register", {})
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    success: false,
    message: responseTexts.invalid,
    errors: {
      username: "Le nom d’utilisateur est requis",
      email: responseTexts.emailRequired,
      password: "Le mot de passe est requis",
      confirm_password: "La confirmation est requise",
    },
  })
})

test.each([null, [], "texte", 1])("%o as a body is 400", async (body) => {
  await using app = await startApp()
  expect((await app.postJson("/api/register", body)).status).toBe(400)
})

test("eight and a hundred and twenty-eight characters are enough and not too many", async () => {
  await using app = await startApp(unlimited)
  for (const [number, length] of [8, 128].entries()) {
    const long = "é".repeat(length)
    const response = await app.postJson("/api/register", {
      ...numbered(number),
      password: long,
      confirm_password: long,
    })
    expect(response.status).toBe(201)
  }
})

test("ten registrations an hour succeed from one IP; those with faulty fields do not count", async () => {
  let time = Date.UTC(2025, 0, 1)
  await using app = await startApp({ now: () => new Date(time), settings: { TRUST_PROXY: "1" } })
  const from = (address: string, body: object) => app.postJson("/api/register", body, { "X-Forwarded-For": address })
  for (let number = 1; number <= 10; number += 1) {
    expect((await from("203.0.113.1", { ...bea, email: "bea" })).status).toBe(400)
    expect((await from("203.0.113.1", numbered(number))).status).toBe(201)
  }
  const rejected = await from("203.0.113.1", numbered(11))
  expect(rejected.status).toBe(429)
  expect(await rejected.json()).toEqual({ success: false, message: "Trop de tentatives, réessayez plus tard" })
  expect(rejected.headers.get("Retry-After")).toBe("3600")
  expect((await from("203.0.113.2", numbered(11))).status).toBe(201)
  time += 3600_000
  expect((await from("203.0.113.1", numbered(12))).status).toBe(201)
})

test("registrations with a taken e-mail or name count, also at once, so that nobody can ask who has an account", async () => {
  await using app = await startApp()
  await app.postJson("/api/register", bea)
  const guess = (number: number) =>
    number % 2 ? { ...numbered(number), email: bea.email } : { ...bea, email: "a@b.cd" }
  const responses = await Promise.all(Array.from({ length: 14 }, (_, n) => app.postJson("/api/register", guess(n))))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(409), ...Array(5).fill(429)])
  expect((await app.postJson("/api/register", numbered(99))).status).toBe(429)
})

test.each([
  "motdepasse",
  "PASSWORD",
  "Soleil2024",
  "Lisanga2023!",
  "2023-Groupe-Lisanga",
  "béa mbuyi",
  "Béa_Mbuyi_85",
  "mbuyibea1",
  bea.email,
  `${bea.email.toUpperCase()}2026`,
  " ".repeat(16),
])("a password that others guess is refused: %s", async (guessable) => {
  await using app = await startApp()
  const response = await app.postJson("/api/register", { ...bea, password: guessable, confirm_password: guessable })
  expect(response.status).toBe(400)
  const errors = { password: "Ce mot de passe est trop facile à deviner" }
  expect(await response.json()).toMatchObject({ success: false, errors })
  expect(await accountsIn(app)).toEqual([])
})

test("a password is refused that is made of the company's published name alone; with more in it, it is accepted", async () => {
  await using app = await startApp()
  await publishTestContent(app.db, "entreprise", { ...entreprise, facts: { ...entreprise.facts, name: "Kimya Bois" } })
  const statusOf = async (chosen: string) =>
    (await app.postJson("/api/register", { ...bea, password: chosen, confirm_password: chosen })).status
  expect(await statusOf("KimyaBois2024")).toBe(400)
  expect(await statusOf("Kimya vend du bois rouge")).toBe(201)
})

test("of twelve registrations at once ten succeed", async () => {
  await using app = await startApp()
  const numbers = Array.from({ length: 12 }, (_, number) => number)
  const responses = await Promise.all(numbers.map((number) => app.postJson("/api/register", numbered(number))))
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
  expect(await accountsIn(app)).toHaveLength(10)
})

describe("while registration is closed", () => {
  async function startClosed() {
    process.env.NODE_ENV = "production"
    const site = await startApp({ ...unlimited, pages: await servePages() })
    await publishTestContent(site.db, "parametres", { ...parametres, registration: { open: "non" } })
    return site
  }

  const closed = responseTexts.registrationClosed

  test("every way to register is refused with 403", async () => {
    await using site = await startClosed()
    const rest = await site.postJson("/api/register", bea)
    expect([rest.status, await rest.json()]).toEqual([403, { success: false, message: closed }])
    const call = await site.postJson("/trpc/accounts.register", { ...bea, confirmPassword: password })
    expect([call.status, (await call.json()).error.message]).toEqual([403, closed])
    const body = new URLSearchParams({ ...bea, confirmPassword: password })
    const form = await site.request("/register", { method: "POST", body })
    expect(form.status).toBe(403)
    expect(await form.text()).toContain(closed)
    expect(await accountsIn(site)).toEqual([])
  })

  test("its page says so in place of the form, and the log-in page does not link to it", async () => {
    await using site = await startClosed()
    const page = await (await site.request("/register")).text()
    expect(page).toContain(closed)
    expect(page).not.toContain('type="password"')
    const login = async () => (await site.request("/login")).text()
    expect(await login()).not.toContain('href="/register"')
    await publishTestContent(site.db, "parametres", parametres)
    expect(await login()).toContain('href="/register"')
    expect(await (await site.request("/register")).text()).toContain('action="/register"')
  })
})
