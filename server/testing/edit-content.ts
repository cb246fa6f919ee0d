import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { signInAs } from "./sign-in-as.ts"
import type { startApp } from "./start-app.ts"

type Site = Pick<Awaited<ReturnType<typeof startApp>>, "db" | "request">

interface Response {
  status: number
  page: EditedPage
  /** The messages by the path of the field. */
  fields: Record<string, string> | undefined
  current: EditedPage | undefined
}

/** Creates an administrator who edits the site's content. */
export async function createEditor(site: Site) {
  const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }

  async function read(request: globalThis.Response | Promise<globalThis.Response>): Promise<Response> {
    const response = await request
    const { result, error } = await response.json()
    return { status: response.status, page: result?.data, fields: error?.data.fields, current: error?.data.current }
  }

  const call = (name: string, input: object) =>
    read(site.request(`/trpc/content.${name}`, { method: "POST", headers, body: JSON.stringify(input) }))

  async function open(page: ContentSlug): Promise<EditedPage> {
    const input = encodeURIComponent(JSON.stringify({ page }))
    return (await read(site.request(`/trpc/content.edited?input=${input}`, { headers }))).page
  }

  const save = ({ page, revision, version }: EditedVersion, content: unknown) =>
    call("saveDraft", { page, revision, version, content })

  const publish = ({ page, revision, version }: EditedVersion) => call("publish", { page, revision, version })

  return {
    call,
    open,
    save,
    publish,
    schedule: ({ page, revision, version }: EditedVersion, at: string | null) =>
      call("schedule", { page, revision, version, at }),
    discard: ({ page, revision, version }: EditedVersion) => call("discard", { page, revision, version }),
    async revert(page: ContentSlug, id: number) {
      const { revision, version } = await open(page)
      return call("revert", { page, revision, version, id })
    },
    /** Saves a draft over the present one, and publishes it. */
    async replace(page: ContentSlug, content: unknown): Promise<Response> {
      const saved = await save(await open(page), content)
      return saved.status === 200 ? publish(saved.page) : saved
    },
  }
}
