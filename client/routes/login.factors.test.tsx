import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { Secret, TOTP } from "otpauth"
import { describe, expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { installPasskeys } from "#client/testing/passkeys.ts"
import { press } from "#client/testing/press.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { createFactorClient } from "#server/testing/start-with-factors.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const email = "amina@exemple.cd"

type Site = Awaited<ReturnType<typeof openScreen>>["site"]

function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

/** Adds an administrator, and signs a browser of theirs in. */
async function addAdministrator(site: Site) {
  await createTestAccount(site.db, { email, role: "admin", username: "Amina" })
  const browser = createFactorClient(site)
  await browser.signIn({ email })
  return browser
}

async function logIn(user: UserEvent) {
  const main = within(await screen.findByRole("main"))
  await fill(user, await main.findByLabelText("E-mail"), email)
  await fill(user, main.getByLabelText("Mot de passe"), TEST_PASSWORD)
  await user.click(main.getByRole("button", { name: "Se connecter" }))
}

function findDashboard() {
  return screen.findByRole("heading", { level: 1, name: "Dashboard" })
}

describe("after the password", () => {
  async function openWithCodes() {
    let secret = ""
    let recoveryCodes: readonly string[] = []
    const opened = await openScreen("/login", {
      async fill(site) {
        const browser = await addAdministrator(site)
        ;({ secret, recoveryCodes } = await browser.turnOnCodes({ codeOf }))
      },
    })
    await logIn(opened.user)
    await screen.findByRole("heading", { level: 1, name: "Code à usage unique" })
    const field = await screen.findByLabelText<HTMLInputElement>("Code à usage unique")
    return { ...opened, secret, recoveryCodes, field }
  }

  test("a code is asked for, with the space that apps show", async () => {
    const { user, secret, field } = await openWithCodes()
    expect(field.autocomplete).toBe("one-time-code")
    expect(document.activeElement).toBe(field)
    await fill(user, field, codeOf(secret, 1).replace(/^.../, "$& "))
    await user.click(screen.getByRole("button", { name: "Continuer" }))
    await findDashboard()
  })

  test("a wrong code is told under its field, and selected", async () => {
    const { user, field } = await openWithCodes()
    await fill(user, field, "000000")
    await user.click(screen.getByRole("button", { name: "Continuer" }))
    await waitFor(() => expect(descriptionOf(field)).toContain("Ce code n’est pas le bon, ou il a déjà servi"))
    expect(field.selectionEnd).toBe(6)
    expect(location.pathname).toBe("/admin/dashboard")
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull()
  })

  test("a recovery code takes the code's place, in any case", async () => {
    const { user, recoveryCodes } = await openWithCodes()
    await user.click(screen.getByRole("button", { name: "Utiliser un code de secours" }))
    const field = screen.getByLabelText("Code de secours")
    expect(document.activeElement).toBe(field)
    await fill(user, field, recoveryCodes[0]?.toLowerCase() ?? "")
    await user.click(screen.getByRole("button", { name: "Continuer" }))
    await findDashboard()
  })

  test("one can log out instead", async () => {
    const { user } = await openWithCodes()
    await user.click(screen.getByRole("button", { name: "Se déconnecter" }))
    await waitFor(() => expect(location.pathname).toBe("/login"))
  })

  test("who logs in after somebody else in the same tab sees nothing of theirs", async () => {
    const { user, site, network, secret, field } = await openWithCodes()
    await createTestAccount(site.db, { email: "bea@exemple.cd", role: "admin", username: "Béa" })
    await fill(user, field, codeOf(secret, 1))
    await user.click(screen.getByRole("button", { name: "Continuer" }))
    await findDashboard()
    const sidebar = () => within(screen.getByRole("complementary"))
    await user.click(sidebar().getByRole("link", { name: "Mon compte" }))
    await screen.findByText("Il vous reste 10 codes de secours.")
    await user.click(sidebar().getByRole("button", { name: "Déconnexion" }))
    await screen.findByRole("heading", { level: 1, name: "Connexion" })
    const main = within(screen.getByRole("main"))
    await fill(user, main.getByLabelText("E-mail"), "bea@exemple.cd")
    await fill(user, main.getByLabelText("Mot de passe"), TEST_PASSWORD)
    await user.click(main.getByRole("button", { name: "Se connecter" }))
    await findDashboard()
    const release = network.hold("factors.own")
    await user.click(sidebar().getByRole("link", { name: "Mon compte" }))
    await screen.findByRole("heading", { name: "Clés d'accès" })
    expect(screen.queryByText(/codes de secours/)).toBeNull()
    release()
    await screen.findByRole("button", { name: "Activer" })
  })
})

describe("a passkey", () => {
  async function openWithPasskey(suggests = false) {
    const device = installPasskeys({ suggests })
    const opened = await openScreen("/admin/account", { as: "admin" })
    await opened.user.click(await screen.findByRole("button", { name: "Ajouter une clé d’accès" }))
    await screen.findByText(/^Clé d’accès ajoutée/)
    await opened.client.signOut()
    localStorage.clear()
    sessionStorage.clear()
    opened.open("/login")
    await screen.findByRole("heading", { level: 1, name: "Connexion" })
    return { ...opened, device }
  }

  test("logs in by its button, without a password", async () => {
    const { user, client, account } = await openWithPasskey()
    await user.click(screen.getByRole("button", { name: "Utiliser une clé d’accès" }))
    await findDashboard()
    expect(await client.me()).toMatchObject({ username: account?.username })
  })

  test("that is not used says so, and can be used then", async () => {
    const { user, device } = await openWithPasskey()
    device.refuse(true)
    await user.click(screen.getByRole("button", { name: "Utiliser une clé d’accès" }))
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Aucune clé d’accès n’a été utilisée/)
    device.refuse(false)
    await press(user, () => screen.getByRole("button", { name: "Utiliser une clé d’accès" }))
    await findDashboard()
  })

  test("is suggested in the field of the e-mail, and logs in once it is chosen", async () => {
    const { user, device, network } = await openWithPasskey(true)
    const field = within(screen.getByRole("main")).getByLabelText<HTMLInputElement>("E-mail")
    expect(field.autocomplete).toBe("username webauthn")
    await user.click(field)
    await network.sent("factors.signInOptions")
    await waitFor(() => device.choose())
    await findDashboard()
  })

  test("is suggested again after one was asked for and none was used", async () => {
    const { user, device, network } = await openWithPasskey(true)
    await user.click(within(screen.getByRole("main")).getByLabelText("E-mail"))
    await network.sent("factors.signInOptions")
    device.refuse(true)
    await user.click(screen.getByRole("button", { name: "Utiliser une clé d’accès" }))
    await screen.findByRole("alert")
    device.refuse(false)
    await user.click(within(screen.getByRole("main")).getByLabelText("Mot de passe"))
    await network.sent("factors.signInOptions", 3)
    await waitFor(() => device.choose())
    await findDashboard()
  })

  test("of nobody here is told so", async () => {
    const { user, site } = await openWithPasskey()
    await site.db.deleteFrom("passkeys").execute()
    await user.click(screen.getByRole("button", { name: "Utiliser une clé d’accès" }))
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Cette clé d’accès n’ouvre aucun compte ici\u00a0: connectez-vous avec votre mot de passe",
    )
  })

  test("of an account is not asked for after the password, as long as its role needs none", async () => {
    const { user, account } = await openWithPasskey()
    const main = within(screen.getByRole("main"))
    await fill(user, main.getByLabelText("E-mail"), account?.email ?? "")
    await fill(user, main.getByLabelText("Mot de passe"), TEST_PASSWORD)
    await user.click(main.getByRole("button", { name: "Se connecter" }))
    await findDashboard()
  })
})

test("a browser without passkeys says so when one is asked for", async () => {
  const { user } = await openScreen("/login")
  await user.click(await screen.findByRole("button", { name: "Utiliser une clé d’accès" }))
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Ce navigateur ne connaît pas les clés d’accès/)
})

describe("a role that needs a factor", () => {
  async function requireFactors(site: Site, roles: Role[]) {
    await createTestAccount(site.db, { email: "cheffe@exemple.cd", role: "admin" })
    const chief = createFactorClient(site)
    await chief.signIn({ email: "cheffe@exemple.cd" })
    await chief.addPasskey(createAuthenticator())
    await chief.mutate("setRequirement", { roles })
    return chief
  }

  test("asks to open a link first, which an administrator gives", async () => {
    await openScreen("/admin/dashboard", { as: "admin", fill: (site) => requireFactors(site, ["admin"]) })
    await screen.findByRole("heading", { level: 1, name: "Protégez votre compte" })
    screen.getByText(/ouvrez dans ce navigateur un lien personnel : un mot de passe seul ne suffit pas\.$/)
    screen.getByText("Demandez-le à un autre administrateur, ou à la personne qui héberge le site.")
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull()
  })

  test("sends the link where there is a mail server", async () => {
    const { user, account, linkTo } = await openScreenWithMails("/admin/dashboard", {
      as: "admin",
      fill: (site) => requireFactors(site, ["admin"]),
    })
    await user.click(await screen.findByRole("button", { name: /^Recevoir le lien par e.mail$/ }))
    await screen.findByText(new RegExp(`^Un lien vient d’être envoyé à ${account?.email}\\.`))
    expect(await linkTo(account?.email ?? "")).toMatch(/^\/proteger-compte\//)
    screen.getByRole("button", { name: "Recevoir un autre lien" })
  })

  test("lets somebody add a first passkey after the link, and then opens the back office", async () => {
    installPasskeys()
    let chief: Awaited<ReturnType<typeof requireFactors>> | undefined
    const opened = await openScreen("/about", {
      as: "editor",
      fill: async (site) => {
        chief = await requireFactors(site, ["editor"])
      },
    })
    const { data } = (await chief?.mutate<{ token: string }>("createLinkFor", { id: opened.account?.id })) ?? {}
    expect((await opened.client.postJson("/trpc/factors.useLink", data?.token)).status).toBe(200)
    opened.open("/admin/dashboard")
    await screen.findByRole("heading", { level: 1, name: "Protégez votre compte" })
    await opened.user.click(await screen.findByRole("button", { name: "Ajouter une clé d’accès" }))
    await findDashboard()
  })
})
