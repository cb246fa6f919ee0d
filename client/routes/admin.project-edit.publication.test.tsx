import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { field, findAlert, findNameField, formButton, type } from "#client/testing/project-form.ts"
import { managedProject, publicNames } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

type Given = Parameters<typeof createTestProject>[1]

async function openProject(given: Given = { publishedAt: null }) {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    async fill({ db }) {
      await createTestProject(db, { name: "Pont de Maluku", ...given })
    },
  })
  await findNameField()
  return { ...opened, stored: () => managedProject(opened.client, 1) }
}

/** Opens a draft that is scheduled for the fifth of January 2099, at eight in Kinshasa. */
async function openScheduled() {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    async fill({ db }) {
      const id = await createTestProject(db, { name: "Pont de Maluku", publishedAt: null })
      const publishAt = "2099-01-05T07:00:00.000Z"
      await db.updateTable("projects").set({ publishAt }).where("id", "=", id).execute()
    },
  })
  await findNameField()
  return { ...opened, stored: () => managedProject(opened.client, 1) }
}

test("an incomplete draft is not published: its fields say what they lack, and the first has the focus", async () => {
  const { user, client } = await openProject({ publishedAt: null, description: "", status: null })
  await user.click(formButton("Publier"))
  await findAlert("Tous les champs obligatoires doivent être remplis")
  for (const label of ["Description", "Statut"]) expect(descriptionOf(field(label))).toMatch(/Ce champ est obligatoire/)
  await waitFor(() => expect(document.activeElement).toBe(field("Description")))
  expect(await publicNames(client)).toEqual([])
})

test("« Publier » saves what was just typed, and visitors read it", async () => {
  const { user, client, stored } = await openProject()
  await type(user, "Description", "Deux voies et un trottoir.")
  await user.click(formButton("Publier"))
  await screen.findByText("Projet publié : les visiteurs le voient dès maintenant.")
  expect(screen.getByText("Publié")).toBeTruthy()
  expect(await stored()).toMatchObject({ description: "Deux voies et un trottoir.", state: "published" })
  expect(await publicNames(client)).toEqual(["Pont de Maluku"])
})

test("a publication whose response was lost is told as one, once it is asked for again", async () => {
  const { user, network } = await openProject()
  const mend = network.answer("projects.publish", lostResponse)
  await user.click(formButton("Publier"))
  await findAlert(/^Le projet n’a pas été publié/)
  mend()
  await user.click(formButton("Publier"))
  await screen.findByText("Projet publié : les visiteurs le voient dès maintenant.")
})

test("« Retirer » makes a public project a draft again", async () => {
  const { user, client } = await openProject({})
  await user.click(formButton("Retirer"))
  await screen.findByText("Projet retiré du site : il est redevenu un brouillon.")
  expect(formButton("Publier")).toBeTruthy()
  expect(await publicNames(client)).toEqual([])
})

test("a withdrawal that fails says why", async () => {
  const { user, network } = await openProject({})
  network.answer("projects.withdraw", noConnection)
  await user.click(formButton("Retirer"))
  await findAlert("Le projet n’a pas été retiré : connexion impossible")
})

async function openSchedule(user: Awaited<ReturnType<typeof openProject>>["user"]) {
  await user.click(formButton("Programmer"))
  const dialog = within(screen.getByRole("dialog", { name: "Programmer la publication" }))
  const moment = dialog.getByLabelText<HTMLInputElement>("Date et heure")
  return {
    dialog,
    moment,
    async schedule(at: string) {
      await user.clear(moment)
      await user.type(moment, at)
      await user.click(dialog.getByRole("button", { name: "Programmer" }))
    },
  }
}

test("a draft is scheduled for a moment of Kinshasa, with what was just typed", async () => {
  const { user, stored } = await openProject()
  await type(user, "Adresse", "Kimwenza")
  const { schedule } = await openSchedule(user)
  await schedule("2099-02-06T09:30")
  await screen.findByText("Publication programmée pour le vendredi 6 février 2099 à 09:30.")
  const scheduled = { state: "scheduled", publishAt: "2099-02-06T08:30:00.000Z", address: "Kimwenza" }
  expect(await stored()).toMatchObject(scheduled)
})

test("a moment that is past is refused in the dialog", async () => {
  const { user, stored } = await openProject()
  const { dialog, moment, schedule } = await openSchedule(user)
  await schedule("2020-01-06T08:00")
  await dialog.findByText("Choisissez un moment à venir")
  expect(descriptionOf(moment)).toContain("Choisissez un moment à venir")
  expect(await stored()).toMatchObject({ state: "draft" })
})

test("the moment of a publication is moved", async () => {
  const { user, stored } = await openScheduled()
  const { moment, schedule } = await openSchedule(user)
  expect(moment.value).toBe("2099-01-05T08:00")
  await schedule("2099-02-06T09:30")
  await screen.findByText("Publication programmée pour le vendredi 6 février 2099 à 09:30.")
  expect(await stored()).toMatchObject({ publishAt: "2099-02-06T08:30:00.000Z" })
})

test.each(["the dialog", "the form"])("a publication is no longer scheduled, by a button of %s", async (place) => {
  const { user, stored } = await openScheduled()
  const name = "Ne plus programmer"
  if (place === "the dialog") await user.click((await openSchedule(user)).dialog.getByRole("button", { name }))
  else await user.click(formButton(name))
  await screen.findByText("La publication n’est plus programmée.")
  expect(await stored()).toMatchObject({ state: "draft", publishAt: null })
})

test("a scheduled project that has become incomplete says that it will not appear, until it is complete again", async () => {
  const { user, stored } = await openScheduled()
  screen.getByText("Il s’enregistre tout seul, et paraîtra au moment choisi.")
  await user.clear(field("Description"))
  await user.click(formButton("Enregistrer"))
  const warning = "Ce projet ne paraîtra pas au moment choisi : il lui manque une description."
  await waitFor(() => expect(screen.getAllByRole("status").map(textOf)).toContain(warning))
  expect(await stored()).toMatchObject({ state: "scheduled", description: "" })
  screen.getByText("prévu pour le lundi 5 janvier 2099 à 08:00")
  expect(screen.queryByText(/paraîtra le|paraîtra au/)).toBeNull()
  await type(user, "Description", "Deux voies.")
  await user.click(formButton("Enregistrer"))
  await screen.findByText("Il s’enregistre tout seul, et paraîtra au moment choisi.")
  expect(screen.queryByText(/ne paraîtra pas/)).toBeNull()
})

test("the preview shows what is typed, before it is saved", async () => {
  const { user, network } = await openProject()
  network.answer("projects.update", noConnection)
  let sent: unknown
  network.answer("/preview", async (request) => {
    sent = await request.json()
    return new Response("<h1>Aperçu du pont</h1>")
  })
  await type(user, "Description", "Des tomates <b>toute</b> l’année.")
  await user.click(formButton("Aperçu"))
  await screen.findByTitle("Aperçu")
  expect(sent).toMatchObject({ project: { description: "Des tomates <b>toute</b> l’année." } })
})

test.each([
  ["Pont", "L’aperçu n’a pas pu être affiché : connexion impossible"],
  ["x".repeat(201), "L’aperçu n’a pas pu être affiché : Le nom ne peut dépasser 200 caractères"],
])("the preview says why it cannot be shown (%#)", async (name, text) => {
  const { user, network } = await openProject()
  network.answer("/preview", noConnection)
  await type(user, "Nom du projet", name)
  await user.click(formButton("Aperçu"))
  const dialog = within(screen.getByRole("dialog", { name: "Aperçu" }))
  await waitFor(() => expect(textOf(dialog.getByRole("status"))).toBe(text))
})

async function openLinks() {
  const opened = await openProject()
  const { user } = opened
  await user.click(formButton("Lien privé"))
  const dialog = within(screen.getByRole("dialog", { name: "Lien privé" }))
  await dialog.findByText("Aucun lien actif.")
  return { ...opened, dialog, create: () => user.click(dialog.getByRole("button", { name: "Créer le lien" })) }
}

test("a private link is made for some days, shown once, copied and shared", async () => {
  const { user, dialog, create } = await openLinks()
  await user.selectOptions(dialog.getByLabelText("Valable"), "30 jours")
  await create()
  const url = await dialog.findByLabelText<HTMLInputElement>("Adresse du lien")
  expect(url.value).toMatch(new RegExp(`^${location.origin}/apercu/[\\w-]{43}$`))
  await waitFor(() => expect(document.activeElement).toBe(url))
  const item = textOf(await dialog.findByRole("listitem"))
  expect(item).toMatch(/^Créé par Compte \d+.*valable jusqu’au/)
  const shared = dialog.getByRole("link", { name: "Envoyer par WhatsApp" }).getAttribute("href")
  expect(shared).toMatch(/^https:\/\/wa\.me\/\?text=Pont/)
  expect(shared).toContain(encodeURIComponent(url.value))
  const writeText = vi.spyOn(navigator.clipboard, "writeText")
  await user.click(dialog.getByRole("button", { name: "Copier" }))
  await dialog.findByText("Copié")
  expect(writeText).toHaveBeenCalledWith(url.value)
  await user.keyboard("{Escape}")
  await user.click(formButton("Lien privé"))
  await screen.findByRole("button", { name: /^Révoquer le lien créé le/ })
  expect(screen.queryByLabelText("Adresse du lien")).toBeNull()
})

test("a private link is revoked, and the focus stays with the others", async () => {
  const { user, dialog, create, site } = await openLinks()
  await create()
  await user.click(await dialog.findByRole("button", { name: /^Révoquer le lien créé le/ }))
  await dialog.findByText("Lien révoqué : il n’ouvre plus rien.")
  expect(dialog.getByText("Aucun lien actif.")).toBeTruthy()
  expect(dialog.queryByLabelText("Adresse du lien")).toBeNull()
  expect(document.activeElement).toBe(dialog.getByRole("heading", { name: "Liens actifs" }))
  expect(await site.db.selectFrom("previewLinks").selectAll().execute()).toEqual([])
})

test.each([
  ["createPreviewLink", "Le lien n’a pas été créé : connexion impossible"],
  ["previewLinks", "Erreur lors du chargement des liens : connexion impossible"],
])("private links say what has failed (%s)", async (call, text) => {
  const { user, network } = await openProject()
  network.answer(call, noConnection)
  await user.click(formButton("Lien privé"))
  const dialog = within(screen.getByRole("dialog", { name: "Lien privé" }))
  if (call === "createPreviewLink") await user.click(dialog.getByRole("button", { name: "Créer le lien" }))
  expect(textOf(await dialog.findByRole("alert"))).toBe(text)
})
