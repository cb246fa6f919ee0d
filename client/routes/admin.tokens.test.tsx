import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test, vi } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findReauthentication, reauthenticate } from "#client/testing/reauthentication.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { expireReauthentication } from "#server/testing/test-account.ts"

type Opened = Awaited<ReturnType<typeof openScreen>>

async function openForm() {
  const opened = await openScreen("/admin/tokens", { as: "admin" })
  await screen.findByRole("heading", { name: "Aucun jeton" })
  return fillableForm(opened)
}

async function fillableForm(opened: Opened) {
  await opened.user.click(await screen.findByRole("button", { name: "Créer un jeton" }))
  const form = within(await screen.findByRole("dialog", { name: "Créer un jeton" }))
  return {
    ...opened,
    form,
    name: form.getByLabelText<HTMLInputElement>("Nom"),
    statistics: form.getByRole<HTMLInputElement>("checkbox", { name: "Lire les statistiques" }),
    create: form.getByRole("button", { name: "Créer le jeton" }),
  }
}

async function createToken(client: Opened["client"], given: object = {}) {
  const token = { name: "Comptabilité", rights: ["stats.read"], days: 30, ...given }
  const { result } = (await (await client.postJson("/trpc/tokens.create", token)).json()) as {
    result: { data: { token: string } }
  }
  return result.data.token
}

function statusOf({ site }: Pick<Opened, "site">, path: string, token: string) {
  return Promise.resolve(site.request(path, { headers: { Authorization: `Bearer ${token}` } })).then(
    ({ status }) => status,
  )
}

function findToken(name: string) {
  return screen.findByRole("listitem", { name })
}

describe("the list", () => {
  test("says when there is no token", async () => {
    await openScreen("/admin/tokens", { as: "admin" })
    await screen.findByRole("heading", { name: "Aucun jeton" })
    const link = screen.getByRole("link", { name: "Documentation de l’API" })
    expect(link.getAttribute("href")).toBe("/api/docs")
  })

  test("tells what each token may do, whose it is, and until when, but not the token", async () => {
    const { client, reload, site, account } = await openScreen("/admin/tokens", { as: "admin" })
    await screen.findByRole("heading", { name: "Aucun jeton" })
    const token = await createToken(client)
    expect(await statusOf({ site }, "/api/admin/stats", token)).toBe(200)
    // The last use is stored after the answer.
    const use = site.db.selectFrom("apiTokens").select("id").where("lastUsedAt", "is not", null)
    await vi.waitUntil(() => use.executeTakeFirst())
    reload()
    const row = await findToken("Comptabilité")
    expect(textOf(row)).toMatch(
      new RegExp(`Actif.*Créé par ${account?.username} le \\d.*Expire le \\d.*Dernier usage le \\d`),
    )
    expect(textsOf(within(within(row).getByRole("list", { name: "Droits" })).getAllByRole("listitem"))).toEqual([
      "Lire les statistiques",
    ])
    expect(document.documentElement.outerHTML).not.toContain(token)
  })

  test("tells which tokens open nothing any more, and why", async () => {
    const { client, reload, site } = await openScreen("/admin/tokens", { as: "admin" })
    await screen.findByRole("heading", { name: "Aucun jeton" })
    await createToken(client, { name: "Ancien" })
    await createToken(client, { name: "Sans fin", days: null })
    await site.db
      .updateTable("apiTokens")
      .set({ expiresAt: new Date(Date.now() - 3_600_000).toISOString() })
      .where("name", "=", "Ancien")
      .execute()
    reload()
    const former = await findToken("Ancien")
    expect(textOf(former)).toMatch(/Expiré.*A expiré le \d/)
    expect(within(former).queryByRole("button")).toBeNull()
    expect(textOf(await findToken("Sans fin"))).toMatch(/N’expire pas.*Jamais utilisé/)
  })

  test("that cannot be loaded is asked for again", async () => {
    const { user, network } = await openScreen("/admin/tokens", { as: "admin" })
    const end = network.answer("tokens.list", noConnection)
    expect(textOf(await screen.findByRole("alert"))).toBe("Erreur lors du chargement des jetons : connexion impossible")
    end()
    await user.click(screen.getByRole("button", { name: "Réessayer" }))
    await screen.findByRole("heading", { name: "Aucun jeton" })
  })

  test("is closed to who does not manage tokens", async () => {
    await openScreen("/admin/tokens", { as: "editor" })
    await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
  })
})

describe("a new token", () => {
  test("is shown once, can be copied, and comes with an example", async () => {
    const { user, form, name, statistics, create, site } = await openForm()
    await fill(user, name, "Comptabilité")
    await user.click(statistics)
    await user.selectOptions(form.getByLabelText("Durée"), "30 jours")
    await user.click(create)
    const shown = within(await screen.findByRole("dialog", { name: "Jeton créé" }))
    const field = shown.getByLabelText<HTMLInputElement>("Jeton")
    expect(document.activeElement).toBe(field)
    expect(field.value).toMatch(/^lis_[\w-]{43}$/)
    expect(descriptionOf(field)).toBe("Copiez-le maintenant et gardez-le en lieu sûr : il ne sera plus affiché.")
    const writeText = vi.spyOn(navigator.clipboard, "writeText")
    await user.click(shown.getByRole("button", { name: "Copier" }))
    await shown.findByText("Copié")
    expect(writeText).toHaveBeenCalledWith(field.value)
    shown.getByText(`curl -H 'Authorization: Bearer ${field.value}' http://localhost/api/projects`)
    expect(await statusOf({ site }, "/api/admin/stats", field.value)).toBe(200)
    expect(await statusOf({ site }, "/api/contact-messages", field.value)).toBe(403)
    await user.click(shown.getByRole("button", { name: "J’ai copié le jeton" }))
    expect(textOf(await findToken("Comptabilité"))).toContain("Lire les statistiques")
    const { expiresAt } = await site.db.selectFrom("apiTokens").select("expiresAt").executeTakeFirstOrThrow()
    const days = (Date.parse(expiresAt ?? "") - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  test("is in the list that had not arrived when it was made", async () => {
    const opened = await openScreen("/admin/dashboard", { as: "admin" })
    const arriving = Promise.withResolvers<void>()
    const end = opened.network.answer("tokens.list", async (_request, proceed) => {
      const response = await proceed()
      await arriving.promise
      return response
    })
    opened.open("/admin/tokens")
    const { user, name, statistics, create } = await fillableForm(opened)
    end()
    await fill(user, name, "Comptabilité")
    await user.click(statistics)
    await user.click(create)
    const shown = within(await screen.findByRole("dialog", { name: "Jeton créé" }))
    arriving.resolve()
    await user.click(shown.getByRole("button", { name: "J’ai copié le jeton" }))
    await findToken("Comptabilité")
  })

  test("needs a name, and nothing else that was given is lost", async () => {
    const { user, name, statistics, create } = await openForm()
    await user.click(statistics)
    await user.click(create)
    await waitFor(() => expect(descriptionOf(name)).toContain("Donnez un nom au jeton"))
    expect(document.activeElement).toBe(name)
    expect(statistics.checked).toBe(true)
  })

  test("needs a right", async () => {
    const { user, form, name, create } = await openForm()
    await fill(user, name, "Comptabilité")
    await user.click(create)
    await form.findByText("Cochez au moins un droit")
    expect(document.activeElement).toBe(form.getByRole("checkbox", { name: "Lire les projets, brouillons compris" }))
    expect(name.value).toBe("Comptabilité")
  })

  test("is made once the password is given, and nothing is lost where it is not", async () => {
    const { user, site, form, name, statistics, create } = await openForm()
    await fill(user, name, "Comptabilité")
    await user.click(statistics)
    await expireReauthentication(site.db)
    await user.click(create)
    await findReauthentication()
    await user.keyboard("{Escape}")
    expect(textOf(await form.findByRole("alert"))).toBe(
      "Action annulée : vous n’avez pas confirmé que c’est bien vous.",
    )
    expect(name.value).toBe("Comptabilité")
    await user.click(create)
    await reauthenticate(user)
    await screen.findByRole("dialog", { name: "Jeton créé" })
  })

  test("that is not made for a failure says so", async () => {
    const { user, network, form, name, statistics, create } = await openForm()
    network.answer("tokens.create", noConnection)
    await fill(user, name, "Comptabilité")
    await user.click(statistics)
    await user.click(create)
    expect(textOf(await form.findByRole("alert"))).toBe("Le jeton n’a pas été créé : connexion impossible")
  })
})

describe("revoking", () => {
  async function openWithToken() {
    const opened = await openScreen("/admin/tokens", { as: "admin" })
    const token = await createToken(opened.client)
    opened.reload()
    const row = await findToken("Comptabilité")
    await opened.user.click(within(row).getByRole("button", { name: "Révoquer «\u00a0Comptabilité\u00a0»" }))
    const dialog = await screen.findByRole("dialog", { name: "Révoquer ce jeton\u202f?" })
    return { ...opened, token, dialog }
  }

  test("is confirmed, and ends what the token opens", async () => {
    const { user, site, token, dialog } = await openWithToken()
    expect(textOf(dialog)).toContain(
      "Le programme qui se sert de « Comptabilité » sera refusé dès sa prochaine requête.",
    )
    await user.click(within(dialog).getByRole("button", { name: "Révoquer" }))
    await screen.findByText("Jeton « Comptabilité » révoqué : il n’ouvre plus rien.")
    await waitFor(async () => expect(textOf(await findToken("Comptabilité"))).toContain("Révoqué le"))
    expect(within(await findToken("Comptabilité")).queryByRole("button")).toBeNull()
    expect(await statusOf({ site }, "/api/admin/stats", token)).toBe(401)
  })

  test("is not done where the question is cancelled, or the call fails", async () => {
    const { user, site, network, token, dialog } = await openWithToken()
    network.answer("tokens.revoke", noConnection)
    await user.click(within(dialog).getByRole("button", { name: "Révoquer" }))
    expect(textOf(await within(dialog).findByRole("alert"))).toBe("Le jeton n’a pas été révoqué : connexion impossible")
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(await statusOf({ site }, "/api/admin/stats", token)).toBe(200)
  })
})
