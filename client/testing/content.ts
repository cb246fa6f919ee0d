import { screen, waitFor, within } from "@testing-library/dom"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { textOf } from "./text-of.ts"

type Site = Parameters<typeof createEditor>[0]

interface Hero {
  hero: { title: string; lead: string }
}

/** The editor of a page of the site, once it is there. */
export async function findEditor() {
  const publish = await screen.findByRole("button", { name: "Publier" })
  const section = (name: string) => within(screen.getByRole("group", { name }))
  return {
    publish,
    section,
    title: () => section("Haut de page").getByLabelText<HTMLInputElement>("Titre"),
    lead: () => section("Haut de page").getByLabelText<HTMLTextAreaElement>("Introduction"),
    discard: () => screen.getByRole("button", { name: "Annuler les modifications" }),
    schedule: () => screen.getByRole("button", { name: "Programmer" }),
  }
}

export const findSaved = () => screen.findByText(/^Enregistré à \d\d:\d\d/)

/** Waits for the alert that has the text. */
export const findAlert = (text: string) =>
  waitFor(() => {
    const alert = screen.getAllByRole("alert").find((one) => textOf(one).includes(text))
    if (!alert) throw new Error(`No alert has ${text}`)
    return alert
  })

/** Opens a page of the site as another editor, who saves and publishes what `change` makes of it. */
export async function editElsewhere(site: Site) {
  const editor = await createEditor(site)

  async function save<Content = Hero>(page: ContentSlug, change: (content: Content) => void): Promise<EditedPage> {
    const opened = await editor.open(page)
    const content = structuredClone(opened.content) as Content
    change(content)
    const saved = await editor.save(opened, content)
    if (saved.status !== 200) throw new Error(`Saving was answered ${saved.status}`)
    return saved.page
  }

  return {
    save,
    async publish<Content = Hero>(page: ContentSlug, change: (content: Content) => void) {
      await editor.publish(await save(page, change))
    },
    async stored(page: ContentSlug) {
      const { state, content } = await editor.open(page)
      return { state, ...(content as Hero).hero }
    },
    open: editor.open,
  }
}
