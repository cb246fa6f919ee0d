import { expect, type Page } from "@playwright/test"
import type { ManagedProject } from "#server/contract/projects.ts"
import { openScreen } from "./sign-in.ts"

/** The parts of the project's form, by their accessible names. */
export function projectForm(page: Page) {
  const main = page.getByRole("main")
  return {
    name: main.getByLabel("Nom du projet", { exact: true }),
    description: main.getByLabel("Description", { exact: true }),
    address: main.getByLabel("Adresse", { exact: true }),
    status: main.getByLabel("Statut", { exact: true }),
    sector: main.getByLabel("Secteur", { exact: true }),
    images: main.getByLabel("Images", { exact: true }),
    add: main.getByRole("button", { name: "Ajouter le projet", exact: true }),
    saveDraft: main.getByRole("button", { name: "Enregistrer le brouillon", exact: true }),
    publish: main.getByRole("button", { name: "Publier", exact: true }),
    withdraw: main.getByRole("button", { name: "Retirer", exact: true }),
    preview: main.getByRole("button", { name: "Aperçu", exact: true }),
    saved: main.getByText(/Enregistré à \d\d:\d\d/),
  }
}

export async function openNewProject(page: Page) {
  await openScreen(page, "/admin/project-form", "Ajouter un projet")
}

export async function openProject(page: Page, id: number) {
  await openScreen(page, `/admin/project-edit/${id}`, "Modifier le projet")
  await expect(projectForm(page).name).toBeVisible()
}

export async function goToProject(page: Page, name: string) {
  await goTo(page, "Projets")
  await page.getByRole("button", { name: `Modifier ${name}`, exact: true }).click()
  await expect(projectForm(page).name).toHaveValue(name)
}

/** Waits for the other screen's heading: before it is drawn, going back would find the form still mounted. */
export async function goTo(page: Page, screen: "Projets" | "Messages") {
  await page.getByRole("complementary").getByRole("link", { name: screen }).click()
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible()
}

/** Fills in whatever a new project must have. */
export async function fillProject(page: Page, name: string, sector = "Transport") {
  const form = projectForm(page)
  await form.name.fill(name)
  await form.description.fill("Quatre camions, deux remorques.")
  await form.status.selectOption("En cours")
  await form.sector.selectOption(sector)
}

/** Lists the form's pictures in their order. */
export function pictures(page: Page) {
  return page.getByRole("list", { name: "Ordre des photos" }).getByRole("listitem")
}

/** Waits until every picture has arrived. */
export async function expectStored(page: Page, count: number) {
  await expect(pictures(page)).toHaveCount(count)
  await expect(page.getByRole("progressbar")).toHaveCount(0)
  await expect(pictures(page).getByText("Envoyée", { exact: true })).toHaveCount(count)
}

export interface StoredProject {
  id: number
  project_name: string
  description: string
  address: string | null
  status: string | null
  sector: string
  project_images: string[]
  image_alts: string[]
  version: number
}

/** Returns the project of that name as the public API lists it. */
export async function storedProject(page: Page, name: string): Promise<StoredProject | undefined> {
  const projects: StoredProject[] = await (await page.request.get("/api/projects", { maxRetries: 1 })).json()
  return projects.find((project) => project.project_name === name)
}

/** Returns a project in any state. */
export async function managedProject(page: Page, id: number): Promise<ManagedProject> {
  const response = await page.request.get(`/trpc/projects.managed?input=${id}`, { maxRetries: 1 })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).result.data
}
