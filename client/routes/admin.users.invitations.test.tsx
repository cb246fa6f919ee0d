import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { press } from "#client/testing/press.ts"
import { reauthenticate } from "#client/testing/reauthentication.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { createTestAccount, expireReauthentication } from "#server/testing/test-account.ts"

type User = Awaited<ReturnType<typeof openScreen>>["user"]

async function openDialog(user: User) {
  await user.click(await screen.findByRole("button", { name: "Inviter" }))
  return within(await screen.findByRole("dialog"))
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

async function invite(user: User, dialog: Dialog) {
  await user.click(dialog.getByRole("button", { name: "Créer l’invitation" }))
}

function findLink(dialog: Dialog): Promise<HTMLInputElement> {
  return dialog.findByLabelText<HTMLInputElement>("Lien d’invitation")
}

test("a role is chosen, of which each says what it may do; the one that changes nothing is first chosen", async () => {
  const { user } = await openScreen("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  const roles = dialog.getAllByRole<HTMLInputElement>("radio")
  expect(textsOf(roles.map((role) => role.closest("label") as Element))).toEqual([
    "AdministrateurTout, y compris les utilisateurs et les paramètres.",
    "ÉditeurLes contenus, les projets et les images.",
    "Chargé de clientèleLes demandes reçues et leurs réponses.",
    "LecteurVoit l’administration, ne change rien.",
    "UtilisateurCompte inscrit, sans accès à l’administration.",
  ])
  expect(roles.map(({ checked }) => checked)).toEqual([false, false, false, true, false])
})

test("without a mail server, a link is made that one passes on, that is shown once, and that opens", async () => {
  const { user, account, open } = await openScreen("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole("radio", { name: /^Éditeur/ }))
  await invite(user, dialog)
  const { value } = await findLink(dialog)
  expect(value).toMatch(/^http:\/\/localhost\/invitation\/[\w-]{43}$/)
  const whatsApp = new URL(dialog.getByRole<HTMLAnchorElement>("link", { name: "Envoyer par WhatsApp" }).href)
  expect(whatsApp.origin).toBe("https://wa.me")
  expect(whatsApp.searchParams.get("text")).toContain(value)
  await user.click(dialog.getByRole("button", { name: "Terminé" }))
  await user.click(screen.getByRole("link", { name: /^Invités/ }))
  await screen.findByText("Par un lien")
  const pending = screen.getByRole("region", { name: "Invitations en attente" })
  expect(textOf(pending)).toContain(`Éditeur · par ${account?.username} · valable jusqu’au `)
  expect(textOf(pending)).not.toContain(value)
  open(new URL(value).pathname)
  await screen.findByRole("heading", { level: 1, name: "Votre invitation" })
})

test("with a mail server, an invited address gets its link by mail", async () => {
  const { user, linkTo } = await openScreenWithMails("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  await fill(user, dialog.getByLabelText("E-mail"), "anne@exemple.cd")
  await invite(user, dialog)
  await dialog.findByText(/^L’invitation est envoyée à anne@exemple\.cd\./)
  expect(dialog.queryByLabelText("Lien d’invitation")).toBeNull()
  expect(await linkTo("anne@exemple.cd")).toMatch(/^\/invitation\//)
})

test("an address that is none is told under its field", async () => {
  const { user } = await openScreen("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  const email = dialog.getByLabelText("E-mail")
  await fill(user, email, "anne")
  await invite(user, dialog)
  await waitFor(() => expect(descriptionOf(email)).toContain("E-mail invalide"))
  expect(document.activeElement).toBe(email)
})

test.each([
  { column: "deletedAt", button: "Restaurer", outcome: "Le compte « Zoé » est restauré." },
  { column: "disabledAt", button: "Réactiver", outcome: "Le compte « Zoé » est réactivé." },
] as const)("who has an account that is not in use comes back by « $button »", async ({ column, button, outcome }) => {
  const { user, client, site } = await openScreen("/admin/users", {
    as: "admin",
    fill: ({ db }) => createTestAccount(db, { username: "Zoé", email: "zoe@exemple.cd", role: "agent" }),
  })
  const { id } = await site.db
    .selectFrom("accounts")
    .select("id")
    .where("username", "=", "Zoé")
    .executeTakeFirstOrThrow()
  await client.postJson(`/trpc/users.${column === "deletedAt" ? "delete" : "disable"}`, id)
  const dialog = await openDialog(user)
  await fill(user, dialog.getByLabelText("E-mail"), "ZOE@exemple.cd")
  await invite(user, dialog)
  await user.click(await dialog.findByRole("button", { name: new RegExp(`^${button}`) }))
  await screen.findByText(outcome)
})

test("a failure is told in the dialog, which keeps what was typed", async () => {
  const { user, network } = await openScreen("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  await fill(user, dialog.getByLabelText("E-mail"), "anne@exemple.cd")
  network.answer("users.invite", noConnection)
  await invite(user, dialog)
  expect(textOf(await dialog.findByRole("alert"))).toBe("Erreur de réseau : connexion impossible")
  expect(dialog.getByLabelText<HTMLInputElement>("E-mail").value).toBe("anne@exemple.cd")
})

test("after a while, the password is asked for first", async () => {
  const { user, site } = await openScreen("/admin/users", { as: "admin" })
  const dialog = await openDialog(user)
  await expireReauthentication(site.db)
  await invite(user, dialog)
  await reauthenticate(user)
  await findLink(dialog)
})

describe("a pending invitation", () => {
  async function openPending() {
    const opened = await openScreen("/admin/users?etat=invite", { as: "admin" })
    const invited = await opened.client.postJson("/trpc/users.invite", { role: "reader", email: "anne@exemple.cd" })
    const { result } = (await invited.json()) as { result: { data: { token: string } } }
    opened.reload()
    await screen.findByText("anne@exemple.cd")
    return { ...opened, token: result.data.token }
  }

  test("is revoked", async () => {
    const { user, site, token } = await openPending()
    await user.click(screen.getByRole("button", { name: /^Révoquer.*anne@exemple\.cd$/ }))
    await screen.findByText("L’invitation est révoquée : son lien n’est plus valable.")
    await screen.findByText("Personne n’est invité en ce moment.")
    const asked = await site.request(`/trpc/users.findInvitation?input=${encodeURIComponent(JSON.stringify(token))}`)
    expect(asked.status).toBe(404)
  })

  test("gets another link, which is shown", async () => {
    const { user, token } = await openPending()
    expect(screen.queryByRole("button", { name: /^Renvoyer/ })).toBeNull()
    await press(user, () => screen.getByRole("button", { name: /^Nouveau lien.*anne@exemple\.cd$/ }))
    const dialog = within(await screen.findByRole("dialog", { name: "Lien d’invitation" }))
    const { value } = await findLink(dialog)
    expect(value).toMatch(/\/invitation\/[\w-]{43}$/)
    expect(value).not.toContain(token)
  })
})
