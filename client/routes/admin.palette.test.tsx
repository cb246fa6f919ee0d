import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow } from "#client/testing/inbox.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRequest } from "#client/testing/request.ts"
import { textsOf } from "#client/testing/text-of.ts"
import { createTestMessage, createTestProject } from "#server/testing/fixtures.ts"

const field = () => screen.findByRole("combobox", { name: /^Écran, projet, demande/ }, { timeout: 5000 })
const options = () => textsOf(within(screen.getByRole("listbox")).getAllByRole("option"))

test("Ctrl + K goes to a request by its telephone, to a project by its name, and to a screen", async () => {
  const { user } = await openScreen("/admin/messages", {
    as: "admin",
    async fill({ db }) {
      await createTestProject(db, { name: "Pont de Matadi", address: "Matadi" })
      await createTestProject(db, { name: "Pont de Matadi", address: "Kinkanda, Matadi", publishedAt: null })
      await createTestMessage(db, { firstName: "Amina", lastName: "Kabongo", phone: "+243899111222" })
    },
  })
  await findRow("Amina Kabongo")
  await user.keyboard("{Control>}k{/Control}")
  const input = await field()
  expect(document.activeElement).toBe(input)
  await user.keyboard("899 111")
  await waitFor(() => expect(options()).toEqual([expect.stringMatching(/^Amina Kabongo/)]))
  await user.keyboard("{Enter}")
  await findRequest()
  expect(screen.queryByRole("listbox")).toBeNull()

  await user.click(screen.getAllByRole("button", { name: "Rechercher" })[0] as HTMLElement)
  await user.type(await field(), "matadi")
  await waitFor(() => expect(options()).toEqual(["Pont de MatadiKinkanda, Matadi, Brouillon", "Pont de MatadiMatadi"]))
  await user.keyboard("{Enter}")
  await screen.findByRole("heading", { level: 1, name: "Modifier le projet" })

  await user.keyboard("{Control>}k{/Control}")
  await user.type(await field(), "stat")
  await waitFor(() => expect(options()[0]).toBe("Statistiques"))
  await user.keyboard("{Escape}")
})

test("arrows move between what the account may do, and nothing else is offered", async () => {
  const { user } = await openScreen("/admin/messages", { as: "reader" })
  await screen.findByText("Aucun message")
  await user.keyboard("{Control>}k{/Control}")
  const input = await field()
  expect(options()).not.toContain("Utilisateurs")
  expect(options()).not.toContain("Nouveau projet")
  expect(options().at(-1)).toBe("Se déconnecter")
  const active = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent
  expect(active()).toBe("Dashboard")
  await user.keyboard("{ArrowUp}")
  expect(active()).toBe("Se déconnecter")
  await user.keyboard("{ArrowDown}{ArrowDown}")
  expect(active()).toBe(options()[1])
})
