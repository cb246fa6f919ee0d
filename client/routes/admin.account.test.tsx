import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { press } from "#client/testing/press.ts"
import { findReauthentication, reauthenticate } from "#client/testing/reauthentication.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { createTestAccount, expireReauthentication, TEST_PASSWORD } from "#server/testing/test-account.ts"

const next = "onze tuiles de Kasangulu"

function panel(name: string) {
  return within(screen.getByRole("region", { name }))
}

async function findPanel(name: string) {
  return within(await screen.findByRole("region", { name }))
}

async function findPasswordFields() {
  const form = await findPanel("Changer de mot de passe")
  return {
    current: form.getByLabelText<HTMLInputElement>("Mot de passe actuel"),
    next: form.getByLabelText<HTMLInputElement>("Nouveau mot de passe"),
    form,
  }
}

async function changePassword(user: Awaited<ReturnType<typeof openScreen>>["user"], current: string, password: string) {
  const fields = await findPasswordFields()
  await fill(user, fields.current, current)
  await fill(user, fields.next, password)
  await press(user, () => fields.form.getByRole("button", { name: "Enregistrer" }))
}

test("the screen says whose account it is, for every role of the office", async () => {
  const { account } = await openScreen("/admin/account", { as: "reader" })
  await screen.findByRole("heading", { level: 1, name: "Mon compte" })
  screen.getByText(`${account?.username} · ${account?.email} · Lecteur`)
})

describe("« Nom affiché »", () => {
  test("is what people see in place of the username, and can be taken away again", async () => {
    const { user, account } = await openScreen("/admin/account", { as: "agent" })
    const name = await findPanel("Nom affiché")
    const field = name.getByLabelText<HTMLInputElement>("Nom affiché")
    await fill(user, field, "  Marie Lisanga ")
    await press(user, () => name.getByRole("button", { name: "Enregistrer" }))
    await name.findByText("Le nom affiché est enregistré.")
    await screen.findByText(`Marie Lisanga · ${account?.email} · Chargé de clientèle`)
    await user.clear(field)
    await press(user, () => name.getByRole("button", { name: "Enregistrer" }))
    await screen.findByText(`${account?.username} · ${account?.email} · Chargé de clientèle`)
  })

  test("is refused under its field if somebody else bears it", async () => {
    const { user, site } = await openScreen("/admin/account", { as: "agent" })
    await createTestAccount(site.db, { username: "Direction" })
    const name = await findPanel("Nom affiché")
    const field = name.getByLabelText<HTMLInputElement>("Nom affiché")
    await fill(user, field, "dirèction")
    await press(user, () => name.getByRole("button", { name: "Enregistrer" }))
    await waitFor(() => expect(descriptionOf(field)).toContain("Un autre compte porte déjà ce nom"))
    expect(field.value).toBe("dirèction")
  })
})

describe("« E-mails du site »", () => {
  test("are chosen one by one, and saved at once", async () => {
    const { user, site, account } = await openScreen("/admin/account", { as: "agent" })
    const mails = await findPanel("E-mails du site")
    const digest = await mails.findByLabelText<HTMLInputElement>(/^Résumé du matin/)
    expect(digest.checked).toBe(true)
    await user.click(digest)
    await waitFor(() => expect(digest.checked).toBe(false))
    const stored = () =>
      site.db
        .selectFrom("accounts")
        .select(["mailsDigest", "mailsAssignments"])
        .where("id", "=", account?.id ?? 0)
        .executeTakeFirst()
    await waitFor(async () => expect(await stored()).toEqual({ mailsDigest: 0, mailsAssignments: 1 }))
    mails.getByText(/^Aucun serveur de messagerie n’est configuré/)
  })

  test("a choice that could not be saved says so, and goes back", async () => {
    const { user, network } = await openScreen("/admin/account", { as: "agent" })
    network.answer("accounts.changePreferences", noConnection)
    const mails = await findPanel("E-mails du site")
    const assignments = await mails.findByLabelText<HTMLInputElement>(/^M’écrire quand on me confie une demande/)
    await user.click(assignments)
    await mails.findByText("Erreur de réseau : connexion impossible")
    expect(assignments.checked).toBe(true)
  })

  test("are offered only where there is something to be mailed about", async () => {
    await openScreen("/admin/account", { as: "reader" })
    const mails = await findPanel("E-mails du site")
    await mails.findByLabelText(/^Résumé du matin/)
    expect(mails.queryByLabelText(/^M’écrire/)).toBeNull()
  })
})

describe("« Changer de mot de passe »", () => {
  test("saves a password that logs in, and ends every other session", async () => {
    const { user, site, account, client } = await openScreen("/admin/account", { as: "admin" })
    const elsewhere = createCookieClient(site)
    await elsewhere.signIn({ email: account?.email ?? "" })
    await changePassword(user, TEST_PASSWORD, next)
    await screen.findByText("Mot de passe changé. Vos autres sessions sont fermées.")
    const fields = await findPasswordFields()
    expect([fields.current.value, fields.next.value]).toEqual(["", ""])
    expect(await elsewhere.me()).toBeNull()
    expect(await client.me()).not.toBeNull()
    expect((await elsewhere.signIn({ email: account?.email ?? "" }, next)).status).toBe(200)
  })

  test.each([
    { current: "pas le mien", password: next, field: "current", text: "Le mot de passe actuel est incorrect" },
    { current: "", password: next, field: "current", text: "Le mot de passe est requis" },
    {
      current: TEST_PASSWORD,
      password: "court",
      field: "next",
      text: "Le mot de passe doit contenir au moins 8 caractères",
    },
    {
      current: TEST_PASSWORD,
      password: "password123",
      field: "next",
      text: "Ce mot de passe est trop facile à deviner",
    },
  ] as const)("tells what is wrong under the field at fault, which gets the focus: $text", async (rejected) => {
    const { user } = await openScreen("/admin/account", { as: "admin" })
    await changePassword(user, rejected.current, rejected.password)
    const field = (await findPasswordFields())[rejected.field]
    await waitFor(() => expect(descriptionOf(field)).toContain(rejected.text))
    expect(document.activeElement).toBe(field)
  })

  test("tells a failure in red, and keeps what was typed", async () => {
    const { user, network } = await openScreen("/admin/account", { as: "admin" })
    network.answer("accounts.changePassword", noConnection)
    await changePassword(user, TEST_PASSWORD, next)
    expect(textOf(await screen.findByRole("alert"))).toBe("Erreur de réseau : connexion impossible")
    expect((await findPasswordFields()).next.value).toBe(next)
  })

  test("shows what is typed on request", async () => {
    const { user } = await openScreen("/admin/account", { as: "admin" })
    const fields = await findPasswordFields()
    expect([fields.current.type, fields.next.type]).toEqual(["password", "password"])
    await user.click(fields.form.getByRole("button", { name: /^Afficher.+Nouveau mot de passe$/ }))
    expect([fields.current.type, fields.next.type]).toEqual(["password", "text"])
    await user.click(fields.form.getByRole("button", { name: /^Masquer.+Nouveau mot de passe$/ }))
    expect(fields.next.type).toBe("password")
  })

  test("revokes the account's API tokens too, unless that is not wanted", async () => {
    const { user, client } = await openScreen("/admin/account", { as: "admin" })
    for (const name of ["Comptabilité", "Chantiers"])
      await client.postJson("/trpc/tokens.create", { name, rights: ["stats.read"], days: 30 })
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Révoquer aussi mes 2.jetons d’API$/ })
    expect(box.checked).toBe(true)
    await changePassword(user, TEST_PASSWORD, next)
    await screen.findByText("Mot de passe changé. Vos autres sessions sont fermées et 2 jetons d’API révoqués.")
    await waitFor(() => expect(box.isConnected).toBe(false))
  })
})

describe("« Sessions »", () => {
  const PHONE =
    "Mozilla/5.0 (Linux; Android 14; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

  async function openWithOthers() {
    const opened = await openScreen("/admin/account", { as: "admin" })
    const others = [PHONE, "curl/8.5.0"].map((userAgent) =>
      createCookieClient(opened.site, { "User-Agent": userAgent }),
    )
    for (const other of others) await other.signIn({ email: opened.account?.email ?? "" })
    opened.reload()
    await screen.findAllByText(/Chrome sur Android/)
    const who = () => Promise.all(others.map(async (other) => (await other.me()) !== null))
    return { ...opened, who }
  }

  test("tells where the account is open, and ends one of them", async () => {
    const { user, who } = await openWithOthers()
    const sessions = panel("Sessions").getAllByRole("listitem")
    expect(sessions).toHaveLength(3)
    expect(textOf(sessions[0] as Element)).toContain("cette session")
    expect(within(sessions[0] as HTMLElement).queryByRole("button")).toBeNull()
    const phone = sessions.find((session) => textOf(session).includes("Chrome sur Android"))
    await user.click(within(phone as HTMLElement).getByRole("button", { name: /^Terminer/ }))
    await panel("Sessions").findByText("La session est terminée.")
    await waitFor(() => expect(panel("Sessions").getAllByRole("listitem")).toHaveLength(2))
    expect(await who()).toEqual([false, true])
  })

  test("ends all others, and not this one", async () => {
    const { user, who, client } = await openWithOthers()
    await user.click(panel("Sessions").getByRole("button", { name: "Terminer toutes les autres" }))
    await panel("Sessions").findByText("Vos autres sessions sont terminées. Celle-ci reste ouverte.")
    await waitFor(() => expect(panel("Sessions").getAllByRole("listitem")).toHaveLength(1))
    expect(await who()).toEqual([false, false])
    expect(await client.me()).not.toBeNull()
    expect(panel("Sessions").queryByRole("button")).toBeNull()
  })

  test("tells a failure in red", async () => {
    const { user, network, who } = await openWithOthers()
    network.answer("accounts.endOtherSessions", proxyPage)
    await user.click(panel("Sessions").getByRole("button", { name: "Terminer toutes les autres" }))
    expect(textOf(await panel("Sessions").findByRole("alert"))).toBe("Erreur lors de la mise à jour")
    expect(await who()).toEqual([true, true])
  })

  test("that cannot be loaded are asked for again", async () => {
    const { user, network } = await openScreen("/admin/account", { as: "admin" })
    const end = network.answer("accounts.sessions", noConnection)
    const sessions = await findPanel("Sessions")
    expect(textOf(await sessions.findByRole("alert"))).toBe(
      "Erreur lors du chargement des sessions : connexion impossible",
    )
    end()
    await user.click(sessions.getByRole("button", { name: "Réessayer" }))
    await sessions.findByText("cette session")
  })
})

describe("the e-mail address", () => {
  test("cannot be changed without a mail server, which the screen says", async () => {
    const { account } = await openScreen("/admin/account", { as: "admin" })
    const email = await findPanel("Adresse e-mail")
    email.getByText(`Adresse actuelle : ${account?.email}`)
    await email.findByText(/^Ce site ne peut pas envoyer de lien par e.mail/)
    expect(email.queryByRole("textbox")).toBeNull()
  })

  test("is changed by a link that goes to the new address, once the password is given", async () => {
    const { user, site, account, linkTo } = await openScreenWithMails("/admin/account", { as: "admin" })
    const email = await findPanel("Adresse e-mail")
    const field = await email.findByLabelText<HTMLInputElement>("Nouvelle adresse e-mail")
    await expireReauthentication(site.db)
    await fill(user, field, "nouvelle@exemple.cd")
    await user.click(email.getByRole("button", { name: "Envoyer le lien" }))
    await reauthenticate(user)
    await email.findByText(/^Un lien vient d’être envoyé à nouvelle@exemple\.cd\./)
    expect(field.value).toBe("")
    expect(await linkTo("nouvelle@exemple.cd")).toMatch(/^\/confirmer-adresse\//)
    const [stored] = await site.db
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", account?.id ?? 0)
      .execute()
    expect(stored?.email).toBe(account?.email)
  })

  test("that is none, or the present one, is told under its field", async () => {
    const { user, account } = await openScreenWithMails("/admin/account", { as: "admin" })
    const email = await findPanel("Adresse e-mail")
    const field = await email.findByLabelText<HTMLInputElement>("Nouvelle adresse e-mail")
    for (const [typed, text] of [
      ["", "L’e-mail est requis"],
      ["nouvelle", "E-mail invalide"],
      [account?.email ?? "", "C’est déjà l’adresse de ce compte"],
    ] as const) {
      await fill(user, field, typed)
      await press(user, () => email.getByRole("button", { name: "Envoyer le lien" }))
      await waitFor(() => expect(descriptionOf(field)).toContain(text))
    }
    expect(document.activeElement).toBe(field)
  })

  test("stays where one does not confirm who one is", async () => {
    const { user, site, mailsTo } = await openScreenWithMails("/admin/account", { as: "admin" })
    const email = await findPanel("Adresse e-mail")
    const field = await email.findByLabelText<HTMLInputElement>("Nouvelle adresse e-mail")
    await expireReauthentication(site.db)
    await fill(user, field, "nouvelle@exemple.cd")
    await user.click(email.getByRole("button", { name: "Envoyer le lien" }))
    await findReauthentication()
    await user.keyboard("{Escape}")
    expect(textOf(await email.findByRole("alert"))).toBe(
      "Action annulée : vous n’avez pas confirmé que c’est bien vous.",
    )
    expect(field.value).toBe("nouvelle@exemple.cd")
    expect(mailsTo("nouvelle@exemple.cd")).toEqual([])
  })
})

test("a password that was generated at the installation is to be changed, which every screen says until it is", async () => {
  const { user, site, reload } = await openScreen("/admin/projects", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Projets" })
  await site.db.updateTable("accounts").set({ passwordGeneratedAt: new Date().toISOString() }).execute()
  reload()
  const notice = await findPanel("Votre mot de passe a été généré à l’installation")
  await user.click(notice.getByRole("link", { name: "Changer de mot de passe" }))
  await changePassword(user, TEST_PASSWORD, next)
  await screen.findByText("Mot de passe changé. Vos autres sessions sont fermées.")
  await waitFor(() => expect(screen.queryByRole("region", { name: /généré à l’installation/ })).toBeNull())
})
