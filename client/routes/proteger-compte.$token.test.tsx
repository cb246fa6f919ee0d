import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createFactorClient } from "#server/testing/start-with-factors.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

/** Opens the link that an administrator has made for an editor whose role needs a factor. */
async function openLink({ as }: { as?: "editor" | "admin" } = {}) {
  const email = "redactrice@exemple.cd"
  let path = ""
  const opened = await openScreen("/about", {
    ...(as === "admin" && { as }),
    async fill(site) {
      const { id } = await createTestAccount(site.db, { email, role: "editor" })
      const chief = createFactorClient(site)
      await chief.signIn(await createTestAccount(site.db, { role: "admin" }))
      await chief.addPasskey()
      await chief.mutate("setRequirement", { roles: ["editor"] })
      const { data } = await chief.mutate<{ token: string }>("createLinkFor", { id })
      path = `/proteger-compte/${data.token}`
    },
  })
  if (as === "editor") await opened.client.signIn({ email })
  opened.open(path)
  await screen.findByRole("heading", { level: 1, name: "Protéger votre compte" })
  const main = within(screen.getByRole("main"))
  main.getByText(email, { selector: "strong" })
  return { ...opened, email, path, main }
}

test("whose link it is, and is logged in, goes on by a button", async () => {
  const { email, main } = await openLink({ as: "editor" })
  main.getByText(`Vous êtes connecté avec ${email}.`)
  main.getByRole("button", { name: "Continuer" })
})

test("a visitor logs in first, and comes back", async () => {
  const { path, main } = await openLink()
  const link = main.getByRole("link", { name: "Se connecter" })
  expect(new URL(link.getAttribute("href") ?? "", location.origin).searchParams.get("redirect")).toBe(path)
})

test("who is logged in to another account can leave it", async () => {
  const { user, account, client, main } = await openLink({ as: "admin" })
  main.getByText(new RegExp(`^Vous êtes connecté avec ${account?.email}, et ce lien est celui d’un autre compte\\.`))
  expect(main.queryByRole("button", { name: "Continuer" })).toBeNull()
  await user.click(main.getByRole("button", { name: "Se déconnecter" }))
  await waitFor(() => main.getByRole("link", { name: "Se connecter" }))
  expect(await client.me()).toBeNull()
})

test("a link that is none leads to the log-in", async () => {
  await openScreen("/proteger-compte/devine")
  await screen.findByRole("heading", { level: 1, name: "Ce lien n’est plus valable" })
  const main = within(screen.getByRole("main"))
  expect(main.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/admin/account")
})
