import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { field, findNameField, findSaved, formButton, type } from "#client/testing/project-form.ts"
import { changeProject, managedProject } from "#client/testing/projects.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

const given = { name: "Chantier", description: "Un projet.", address: "Gombe", status: "En cours" } as const

async function openProject(overrides: { publishedAt?: null } = {}) {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { ...given, ...overrides }),
  })
  await findNameField()
  return {
    ...opened,
    change: (fields: object) => changeProject(opened.client, 1, fields),
    stored: () => managedProject(opened.client, 1),
  }
}

const title = { name: "Ce projet a changé entre-temps" }

/** Waits for the dialog about two versions. */
async function findConflict() {
  const element = await screen.findByRole("dialog", title)
  const dialog = within(element)
  return {
    element,
    press: (name: string) => dialog.getByRole("button", { name }),
    groups: () => dialog.getAllByRole("group").map((group) => textOf(group.querySelector("legend") as Element)),
    versions(label: string) {
      const group = within(dialog.getByRole("group", { name: label }))
      return group.getAllByRole<HTMLInputElement>("radio")
    },
    shown(label: string) {
      const versions = this.versions(label)
      return versions.map((radio) => `${textsOf([...(radio.labels ?? [])])}${radio.checked ? " ✓" : ""}`)
    },
  }
}

test("the second to save sees both versions of the fields that differ", async () => {
  const { user, change, stored } = await openProject()
  await type(user, "Description", "Deux étages de plus.")
  await type(user, "Adresse", "")
  await change({ status: "Terminé" })
  await user.click(formButton("Enregistrer"))
  const conflict = await findConflict()
  expect(conflict.groups()).toEqual(["Description", "Adresse", "Statut"])
  expect(conflict.shown("Description")).toEqual(["Ma versionDeux étages de plus. ✓", "L’autre versionUn projet."])
  expect(conflict.shown("Adresse")).toEqual(["Ma version(vide) ✓", "L’autre versionGombe"])
  expect(conflict.shown("Statut")).toEqual(["Ma versionEn cours", "L’autre versionTerminé ✓"])
  expect(document.activeElement).toBe(within(conflict.element).getByRole("heading", title))
  expect(await stored()).toMatchObject({ description: "Un projet.", version: 2 })
})

test("an answer as soon as the dialog is there is saved", async () => {
  const { user, change, stored } = await openProject()
  await type(user, "Adresse", "Ngaliema")
  await change({ status: "Terminé" })
  const keepMine = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      const button = screen.queryByText("Garder ma version")
      if (!button) return
      observer.disconnect()
      button.click()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await user.click(formButton("Enregistrer"))
  await keepMine
  await screen.findByText("Projet mis à jour avec succès !")
  expect(await stored()).toMatchObject({ address: "Ngaliema", status: "En cours", version: 3 })
})

test("Escape leads back to the form, where what was typed is", async () => {
  const { user, change } = await openProject()
  await type(user, "Description", "Deux étages de plus.")
  await change({ status: "Terminé" })
  await user.click(formButton("Enregistrer"))
  await findConflict()
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(field("Description").value).toBe("Deux étages de plus.")
})

test("what is chosen field by field is saved; an address may be emptied", async () => {
  const { user, change, stored } = await openProject()
  await type(user, "Description", "Deux étages de plus.")
  await type(user, "Adresse", "")
  await change({ status: "Terminé" })
  await user.click(formButton("Enregistrer"))
  const conflict = await findConflict()
  await user.click(conflict.versions("Description")[1] as HTMLElement)
  await user.click(conflict.versions("Statut")[0] as HTMLElement)
  await user.click(conflict.press("Enregistrer ces choix"))
  await screen.findByText("Projet mis à jour avec succès !")
  expect(await stored()).toMatchObject({ description: "Un projet.", address: null, status: "En cours", version: 3 })
})

test("a third version that comes meanwhile is compared with what was chosen", async () => {
  const { user, change } = await openProject()
  await type(user, "Adresse", "Ngaliema")
  await change({ status: "Terminé" })
  await user.click(formButton("Enregistrer"))
  const first = await findConflict()
  await change({ status: "Annulé" })
  await user.click(first.press("Enregistrer ces choix"))
  await waitFor(async () =>
    expect((await findConflict()).shown("Statut")).toEqual(["Ma versionTerminé", "L’autre versionAnnulé ✓"]),
  )
  const second = await findConflict()
  expect(second.shown("Adresse")).toEqual(["Ma versionNgaliema ✓", "L’autre versionGombe"])
  await user.click(second.press("Prendre l’autre version"))
  await waitFor(() => expect(field("Statut").value).toBe("Annulé"))
  expect(field("Adresse").value).toBe("Gombe")
})

test("two who made the same change do not conflict", async () => {
  const { user, change } = await openProject()
  await type(user, "Adresse", "Limete")
  await change({ address: "Limete" })
  await user.click(formButton("Enregistrer"))
  await screen.findByText("Projet mis à jour avec succès !")
})

test("in a draft a conflict waits beside what one types, and is overwritten on demand", async () => {
  fakeTime()
  const { user, change, stored } = await openProject({ publishedAt: null })
  await change({ description: "Vu par l’autre." })
  await type(user, "Adresse", "Mon ad")
  await passTime(1500)
  const choose = await screen.findByRole("button", { name: "Choisir une version" })
  expect(textOf(choose.parentElement as HTMLElement)).toMatch(/^Conflit en attente/)
  await user.type(field("Adresse"), "resse")
  expect(field("Adresse").value).toBe("Mon adresse")
  expect(screen.queryByRole("dialog")).toBeNull()
  await user.click(choose)
  const conflict = await findConflict()
  expect(conflict.groups()).toEqual(["Description", "Adresse"])
  await user.click(conflict.press("Garder ma version"))
  await passTime(1500)
  await findSaved()
  expect(await stored()).toMatchObject({ address: "Mon adresse", description: "Un projet." })
})

test("in a draft the other version is taken over, which leaves nothing unsaved", async () => {
  const { user, change, stored } = await openProject({ publishedAt: null })
  await change({ description: "Vu par l’autre.", status: "Terminé" })
  await type(user, "Adresse", "Sans suite")
  await user.keyboard("{Control>}s{/Control}")
  await user.click((await findConflict()).press("Prendre l’autre version"))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  const shown = ["Adresse", "Statut", "Description"].map((label) => field(label).value)
  expect(shown).toEqual(["Gombe", "Terminé", "Vu par l’autre."])
  await type(user, "Adresse", "Après coup")
  await user.keyboard("{Control>}s{/Control}")
  await waitFor(async () => expect(await stored()).toMatchObject({ address: "Après coup", status: "Terminé" }))
  await findSaved()
})
