import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { connect } from "#server/database/connect.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

// Commands are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const run = (args: string[], environment: Record<string, string>, input = "") =>
  runCommand("account", args, { environment, input })

/** Starts the site on a data folder, with the command on the same folder while it runs. */
async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-command-"))
  const app = await startApp({ db: await connect(folder) })
  return {
    ...app,
    /** Runs `npm run account -- …` with that standard input. */
    account: (args: string[], input = "", environment: Record<string, string> = {}) =>
      run(args, { DATA_DIR: folder, ...environment }, input),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A failing command prints one clear line and nothing else. */
function failure(line: string) {
  return { status: 1, stdout: "", stderr: `${line}\n` }
}

test("create creates an administrator, who can log in at once, with a password of one line", async () => {
  await using site = await startSite()
  const made = await site.account(
    ["create", " Direction@lisanga.example ", "Direction"],
    `${TEST_PASSWORD}\nautre ligne\n`,
  )
  expect(made).toEqual({ status: 0, stdout: "Administrateur créé : Direction@lisanga.example\n", stderr: "" })
  const browser = createCookieClient(site)
  expect((await browser.signIn({ email: "direction@lisanga.example" })).status).toBe(200)
  expect(await browser.me()).toMatchObject({ username: "Direction", role: "admin" })
  expect(await site.db.selectFrom("audit").selectAll().orderBy("id").execute()).toMatchObject([
    { accountId: null, ip: "cli", action: "create", subject: "account", subjectName: "Direction" },
    { accountId: expect.any(Number), action: "sign in", subject: "session", subjectName: "Direction" },
  ])
})

test("list shows every account without its password hash", async () => {
  await using site = await startSite()
  const user = await createTestAccount(site.db, { username: "Béa", email: "bea@exemple.cd" })
  const admin = await createTestAccount(site.db, { username: "Direction", email: "d@exemple.cd", role: "admin" })
  expect(await site.account(["list"])).toEqual({
    status: 0,
    stdout: `${user.id}\tuser\tbea@exemple.cd\tBéa\n${admin.id}\tadmin\td@exemple.cd\tDirection\n`,
    stderr: "",
  })
})

test("password changes it, and ends only that account's sessions and trusted devices", async () => {
  await using site = await startSite()
  const [account, other] = [
    await createTestAccount(site.db, { email: "bea@exemple.cd" }),
    await createTestAccount(site.db),
  ]
  const [browser, stranger] = [createCookieClient(site), createCookieClient(site)]
  await browser.signIn(account)
  await stranger.signIn(other)
  const changed = await site.account(["password", " BEA@exemple.cd"], "douze planches de teck")
  expect(changed).toEqual({
    status: 0,
    stdout: "Mot de passe changé, sessions fermées : bea@exemple.cd\n",
    stderr: "",
  })
  expect(await browser.me()).toBeNull()
  expect(await stranger.me()).not.toBeNull()
  expect((await createCookieClient(site).signIn(account)).status).toBe(401)
  const again = await browser.signIn(account, "douze planches de teck")
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie().join()).toContain("known=")
})

test("reset prints a link that works once, with PUBLIC_URL or the path alone", async () => {
  await using site = await startSite()
  const account = await createTestAccount(site.db, { email: "bea@exemple.cd" })
  const line = /^Lien pour bea@exemple\.cd, à ouvrir dans les 30 minutes : (.*)\/reinitialiser\/([\w-]{43})\n$/
  const { status, stdout } = await site.account(["reset", " BEA@exemple.cd"])
  const [, origin, token] = line.exec(stdout) ?? []
  expect([status, origin]).toEqual([0, ""])
  const passwords = { password: "douze planches de teck", confirmPassword: "douze planches de teck" }
  const reset = () => site.postJson("/trpc/accounts.resetPassword", { token, ...passwords })
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(404)
  expect((await createCookieClient(site).signIn(account, "douze planches de teck")).status).toBe(200)
  const environment = { PUBLIC_URL: "https://www.lisanga.example" }
  const second = await site.account(["reset", "bea@exemple.cd"], "", environment)
  expect(line.exec(second.stdout)?.[1]).toBe("https://www.lisanga.example")
  expect(await site.db.selectFrom("audit").select(["accountId", "action"]).orderBy("id").execute()).toEqual([
    { accountId: null, action: "create reset link" },
    { accountId: account.id, action: "reset password" },
    { accountId: null, action: "create reset link" },
  ])
})

test("protect prints a link by which an administrator whom nobody else can help adds a first factor", async () => {
  await using site = await startSite()
  await site.db.insertInto("factorRequirements").values({ role: "admin" }).execute()
  const account = await createTestAccount(site.db, { email: "bea@exemple.cd", role: "admin" })
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const { status, stdout } = await site.account(["protect", "BEA@exemple.cd"])
  const [, token] = /30 minutes, une fois connecté : \/proteger-compte\/([\w-]{43})\n$/.exec(stdout) ?? []
  expect(status).toBe(0)
  expect((await browser.postJson("/trpc/factors.useLink", token)).status).toBe(200)
  expect(await browser.me()).toMatchObject({ missingFactor: "enrolment" })
  const entries = site.db.selectFrom("audit").select(["accountId", "action"]).where("action", "=", "create factor link")
  expect(await entries.execute()).toEqual([{ accountId: null, action: "create factor link" }])
})

test("role may trust an account that was only registered, and says that its address was never confirmed", async () => {
  await using site = await startSite()
  const account = await createTestAccount(site.db, { email: "bea@exemple.cd" })
  await site.db.updateTable("accounts").set({ addressConfirmedAt: null }).execute()
  const { status, stdout } = await site.account(["role", account.email, "editor"])
  expect([status, stdout]).toEqual([0, expect.stringContaining("L’adresse n’a jamais été confirmée")])
  const rows = site.db.selectFrom("accounts").select("role")
  expect(await rows.execute()).toEqual([{ role: "editor" }])
})

test("role is effective from the running site's next call", async () => {
  await using site = await startSite()
  const account = await createTestAccount(site.db)
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const statsStatus = async () => (await browser.request("/api/admin/stats")).status
  expect(await statsStatus()).toBe(403)
  const changed = await site.account(["role", account.email, "admin"])
  expect(changed).toEqual({ status: 0, stdout: `Rôle de ${account.email} : admin\n`, stderr: "" })
  expect(await statsStatus()).toBe(200)
  await createTestAccount(site.db, { role: "admin" })
  await site.account(["role", account.email, "agent"])
  expect(await statsStatus()).toBe(200)
  await site.account(["role", account.email, "user"])
  expect(await statsStatus()).toBe(403)
})

test("disable ends the sessions of an account, and enable opens it again", async () => {
  await using site = await startSite()
  const account = await createTestAccount(site.db, { username: "Béa", email: "bea@exemple.cd" })
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const line = (text: string) => ({ status: 0, stdout: `${text}\n`, stderr: "" })
  const disabled = line("Compte désactivé, sessions fermées : bea@exemple.cd")
  expect(await site.account(["disable", "BEA@exemple.cd"])).toEqual(disabled)
  expect(await browser.me()).toBeNull()
  expect((await browser.signIn(account)).status).toBe(401)
  expect(await site.account(["list"])).toEqual(line(`${account.id}\tuser\tbea@exemple.cd\tBéa\tdésactivé`))
  expect(await site.account(["enable", "bea@exemple.cd"])).toEqual(line("Compte réactivé : bea@exemple.cd"))
  expect(await browser.me()).toBeNull()
  expect((await browser.signIn(account)).status).toBe(200)
})

test("the last active administrator is neither demoted nor disabled", async () => {
  await using site = await startSite()
  const admin = await createTestAccount(site.db, { role: "admin", email: "chef@exemple.cd" })
  const other = await createTestAccount(site.db, { role: "admin", email: "autre@exemple.cd" })
  await site.account(["disable", other.email])
  const rejection = failure(responseTexts.lastAdministrator)
  expect(await site.account(["role", admin.email, "editor"])).toEqual(rejection)
  expect(await site.account(["disable", admin.email])).toEqual(rejection)
  await site.account(["enable", other.email])
  expect((await site.account(["role", admin.email, "editor"])).status).toBe(0)
})

test("factors removes passkeys and codes of somebody who has lost them: the password alone signs in", async () => {
  await using site = await startSite()
  const { id, email } = await createTestAccount(site.db)
  const at = new Date().toISOString()
  const passkey = {
    id: "clé",
    accountId: id,
    name: "Téléphone",
    publicKey: "",
    counter: 0,
    transports: "[]",
    createdAt: at,
  }
  await site.db.insertInto("passkeys").values(passkey).execute()
  await site.db.insertInto("oneTimeCodes").values({ accountId: id, secret: "ABCD", confirmedAt: at }).execute()
  await site.db.insertInto("recoveryCodes").values({ accountId: id, codeHash: "" }).execute()
  const { status, stdout } = await site.account(["factors", email])
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `Clés d’accès et codes retirés, le mot de passe suffit : ${email}\n`,
  })
  for (const table of ["passkeys", "oneTimeCodes", "recoveryCodes"] as const) {
    expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  const entry = await site.db.selectFrom("audit").selectAll().where("subjectId", "=", id).executeTakeFirst()
  expect(entry).toMatchObject({ accountId: null, action: "reset factors", subject: "account" })
})

test("an error is one line with status 1, and changes nothing", async () => {
  await using site = await startSite()
  await createTestAccount(site.db, { username: "Béa", email: "bea@exemple.cd" })
  const before = await site.db.selectFrom("accounts").selectAll().execute()
  const cases: [string[], string, string][] = [
    [["create", "bea@exemple.cd", "Autre"], TEST_PASSWORD, responseTexts.emailTaken],
    [["create", "autre@exemple.cd", "béa"], TEST_PASSWORD, responseTexts.usernameTaken],
    [["create", "pas une adresse", "Autre"], TEST_PASSWORD, "E-mail invalide"],
    [["create", "a@exemple.cd"], TEST_PASSWORD, "Le nom d’utilisateur doit contenir au moins 3 caractères"],
    [["create", "a@exemple.cd", "Autre"], "court\n", "Le mot de passe doit contenir au moins 8 caractères"],
    [["create", "a@exemple.cd", "Autre"], "Lisanga2023!", "Ce mot de passe est trop facile à deviner"],
    [["password", "bea@exemple.cd"], "motdepasse", "Ce mot de passe est trop facile à deviner"],
    [["create", "a@exemple.cd", "Autre"], "", "Aucun mot de passe sur l’entrée standard"],
    [["create", "a@exemple.cd", "Autre", TEST_PASSWORD], TEST_PASSWORD, "Trop de mots : voir --help"],
    [["password", "personne@exemple.cd"], TEST_PASSWORD, "Aucun compte pour « personne@exemple.cd »"],
    [["reset", "personne@exemple.cd"], "", "Aucun compte pour « personne@exemple.cd »"],
    [["role", "personne@exemple.cd", "admin"], "", "Aucun compte pour « personne@exemple.cd »"],
    [["role", "bea@exemple.cd", "chef"], "", "Rôle inconnu « chef » : admin, editor, agent, reader, user"],
    [["disable", "personne@exemple.cd"], "", "Aucun compte pour « personne@exemple.cd »"],
    [["enable", "personne@exemple.cd"], "", "Aucun compte pour « personne@exemple.cd »"],
    [["factors", "personne@exemple.cd"], "", "Aucun compte pour « personne@exemple.cd »"],
    [["efface", "bea@exemple.cd"], "", "Action inconnue « efface » : voir --help"],
  ]
  const outcomes = await Promise.all(cases.map(([args, input]) => site.account(args, input)))
  expect(outcomes).toEqual(cases.map(([, , line]) => failure(line)))
  expect(await site.db.selectFrom("accounts").selectAll().execute()).toEqual(before)
})

test("--help explains every action and changes nothing; no argument at all is an error", async () => {
  const environment = { DATA_DIR: "/nowhere/at/all" }
  const help = await run(["--help"], environment)
  expect(help).toMatchObject({ status: 0, stderr: "" })
  for (const action of [
    "list",
    "create E-MAIL NOM",
    "password E-MAIL",
    "reset E-MAIL",
    "role E-MAIL RÔLE",
    "disable E-MAIL",
    "enable E-MAIL",
    "protect E-MAIL",
    "factors E-MAIL",
  ]) {
    expect(help.stdout).toContain(`npm run account -- ${action}`)
  }
  expect(await run(["create", "--help"], environment)).toEqual(help)
  expect((await run([], environment)).status).toBe(1)
})

test("accounts can be created, but not listed, where there is no site yet", async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: join(folder.path, "absent") }
  const { status, stdout, stderr } = await run(["list"], environment)
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toMatch(/^DATA_DIR : il n’y a pas de site dans .+\n$/)
  expect(existsSync(environment.DATA_DIR)).toBe(false)
  const created = await run(["create", "chef@lisanga.example", "Chef"], environment, "neuf planches d’iroko\n")
  expect(created.status).toBe(0)
})

test("a data folder that cannot be written is an error of one line", async () => {
  const { status, stdout, stderr } = await run(["list"], { DATA_DIR: "/dev/null/nowhere" })
  expect([status, stdout]).toEqual([1, ""])
  expect(stderr).toMatch(/^DATA_DIR : .+\n$/)
})
