import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { lostResponse, noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import {
  field,
  fillProject,
  findAlert,
  findNameField,
  formButton,
  nameField,
  type,
} from "#client/testing/project-form.ts"
import { publicNames } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Role } from "#server/contract/domains/roles.ts"

async function openForm(role: Role = "admin") {
  const opened = await openScreen("/admin/project-form", { as: role })
  await findNameField()
  const projectsSent = () => opened.network.requests.filter((request) => request.includes("projects.create"))
  return { ...opened, projectsSent, add: () => opened.user.click(formButton("Ajouter le projet")) }
}

const invalid = () =>
  ["Nom du projet", "Description", "Adresse", "Statut", "Secteur"].filter(
    (label) => field(label).getAttribute("aria-invalid") === "true",
  )

test("the form says the limits of its pictures", async () => {
  await openForm()
  expect(descriptionOf(field("Images"))).toMatch(/JPG, PNG ou WebP.*12 images.*10 Mo/)
  expect(field("Images").accept).toBe("image/*")
  expect(field("Images").multiple).toBe(true)
})

test("an incomplete project is not sent: each field at fault says so, and the first has the focus", async () => {
  const { add, projectsSent } = await openForm()
  await add()
  await findAlert("Tous les champs obligatoires doivent être remplis")
  expect(invalid()).toEqual(["Nom du projet", "Description", "Statut", "Secteur"])
  for (const label of invalid()) expect(descriptionOf(field(label))).toMatch(/Ce champ est obligatoire/)
  expect(document.activeElement).toBe(nameField())
  expect(projectsSent()).toEqual([])
})

test("a blank description is none; what is corrected is no longer at fault", async () => {
  const { user, add } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  await type(user, "Description", "   ")
  await add()
  await findAlert("Tous les champs obligatoires doivent être remplis")
  expect(invalid()).toEqual(["Description"])
  await waitFor(() => expect(document.activeElement).toBe(field("Description")))
  await type(user, "Description", "Un pont")
  expect(invalid()).toEqual([])
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test.each([
  ["Nom du projet", 201, /Le nom ne peut dépasser 200 caractères/],
  ["Adresse", 301, /L’adresse ne peut dépasser 300 caractères/],
  ["Description", 10_001, /La description ne peut dépasser 10 000 caractères/],
])("%s is not sent with %i characters", async (label, length, text) => {
  const { user, add, projectsSent } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  await type(user, label, "x".repeat(length))
  await add()
  await findAlert("Certains champs sont à corriger")
  expect(descriptionOf(field(label))).toMatch(text)
  expect(projectsSent()).toEqual([])
})

test("a draft needs a name and a sector alone", async () => {
  const { user, projectsSent } = await openForm()
  await user.click(formButton("Enregistrer le brouillon"))
  await waitFor(() => expect(invalid()).toEqual(["Nom du projet", "Secteur"]))
  expect(document.activeElement).toBe(nameField())
  expect(projectsSent()).toEqual([])
})

test("a draft opens in its editor, and no visitor sees it", async () => {
  const { user, client } = await openForm()
  await type(user, "Nom du projet", "Pont de Maluku")
  await user.selectOptions(field("Secteur"), "Transport")
  await user.click(formButton("Enregistrer le brouillon"))
  await screen.findByText("Brouillon enregistré")
  await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/project-edit\/\d+$/))
  await screen.findByRole("heading", { level: 1, name: "Modifier le projet" })
  expect((await findNameField()).value).toBe("Pont de Maluku")
  expect(await publicNames(client)).toEqual([])
})

test("what is typed while a draft is being saved is in its editor", async () => {
  const { user, network, site } = await openForm()
  await type(user, "Nom du projet", "Pont de Maluku")
  await user.selectOptions(field("Secteur"), "Transport")
  const release = network.hold("projects.createDraft")
  await user.click(formButton("Enregistrer le brouillon"))
  await network.sent("projects.createDraft")
  await type(user, "Adresse", "Saisi entre-temps")
  release()
  await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/project-edit\/\d+$/))
  await waitFor(() => expect(field("Adresse").value).toBe("Saisi entre-temps"))
  await waitFor(async () => {
    const { address } = await site.db.selectFrom("projects").select("address").executeTakeFirstOrThrow()
    expect(address).toBe("Saisi entre-temps")
  })
})

test("a project is stored without spaces around its texts, and stands in its sector", async () => {
  const { user, add, site, client } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  await type(user, "Adresse", "  Kikwit  ")
  await user.selectOptions(field("Secteur"), "Ventes-matériaux")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  expect(await publicNames(client)).toEqual(["Navette de Kikwit"])
  expect(await site.db.selectFrom("projects").selectAll().execute()).toMatchObject([
    { name: "Navette de Kikwit", address: "Kikwit", status: "En cours", sector: "Ventes de matériaux" },
  ])
})

test("two seconds later one is at the list", async () => {
  fakeTime()
  const { user, add } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  await passTime(1500)
  expect(location.pathname).toBe("/admin/project-form")
  await passTime(1000)
  expect(location.pathname).toBe("/admin/projects")
  await screen.findByRole("button", { name: "Modifier Navette de Kikwit" })
  expect(location.pathname).toBe("/admin/projects")
})

test("whoever leaves within the two seconds is asked nothing, and not taken to the list", async () => {
  fakeTime()
  const { user, add } = await openForm()
  await fillProject(user, "Pressé")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  await user.click(within(screen.getByRole("complementary")).getByRole("link", { name: "Messages" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  await passTime(3000)
  expect(location.pathname).toBe("/admin/messages")
})

test.each([
  [rejection("Espace disque insuffisant, réessayez plus tard"), "Espace disque insuffisant, réessayez plus tard"],
  [proxyPage, "Erreur lors de l'ajout du projet"],
  [noConnection, "Erreur de réseau : connexion impossible"],
])("what fails leaves what was typed under a red banner (%#)", async (answer, text) => {
  const { user, add, network } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  network.answer("projects.create", answer)
  await add()
  await findAlert(text)
  expect(nameField().value).toBe("Navette de Kikwit")
})

test("where the session has ended, a link opens the log-in in another tab", async () => {
  const { user, add, client } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  client.cookies.clear()
  await add()
  await findAlert("Connectez-vous pour continuer")
  expect(localStorage.getItem("token")).toBeNull()
  const link = screen.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/login", "_blank"])
  expect(nameField().value).toBe("Navette de Kikwit")
})

test("where the response is lost, the same project is sent again with what was typed since, once", async () => {
  const { user, add, network, site } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  const mend = network.answer("projects.create", lostResponse)
  await add()
  await findAlert("Erreur de réseau : connexion impossible")
  mend()
  await type(user, "Adresse", "Kikwit")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  expect(screen.queryByRole("alert")).toBeNull()
  expect(await site.db.selectFrom("projects").select(["name", "address"]).execute()).toEqual([
    { name: "Navette de Kikwit", address: "Kikwit" },
  ])
})

test("Ctrl+S saves, and nothing is sent twice meanwhile", async () => {
  const { user, network, projectsSent } = await openForm()
  await fillProject(user, "Navette de Kikwit")
  const release = network.hold("projects.create")
  field("Adresse").focus()
  await user.keyboard("{Control>}s{/Control}")
  await user.click(await screen.findByRole("button", { name: "Enregistrement…" }))
  await user.keyboard("{Control>}s{/Control}")
  release()
  await screen.findByText("Projet ajouté avec succès !")
  expect(projectsSent()).toHaveLength(1)
})

test("the sector of the last project is proposed for the next one", async () => {
  const { user, add, reload } = await openForm()
  expect(field("Secteur").value).toBe("")
  await fillProject(user, "Navette de Kikwit")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  reload()
  await findNameField()
  expect(field("Secteur").value).toBe("Transport")
})

test("an editor adds projects", async () => {
  const { user, add } = await openForm("editor")
  await fillProject(user, "Navette de Kikwit")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
})

test.each<Role>(["reader", "agent"])("the form is not open to the role %s", async (role) => {
  await openScreen("/admin/project-form", { as: role })
  const heading = await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
  expect(textOf(heading.ownerDocument.body)).not.toContain("Nom du projet")
})
