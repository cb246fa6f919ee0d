import { expect } from "vitest"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { PictureSearchResult, UploadedPicture } from "#server/contract/content/pictures.ts"
import { createForm } from "./image-files.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

/** Starts a site whose administrator calls procedures and uploads to the library. */
export async function startLibrary() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const json = { "Content-Type": "application/json", ...headers }

  async function read(response: Response) {
    const body = (await response.json()) as { result?: { data: unknown }; error?: { message: string } }
    return { status: response.status, data: body.result?.data, message: body.error?.message }
  }

  return {
    ...site,
    query: async (name: string, input: unknown) =>
      read(
        await site.request(`/trpc/pictures.${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers }),
      ),
    call: async (name: string, input: unknown) =>
      read(await site.request(`/trpc/${name}`, { method: "POST", headers: json, body: JSON.stringify(input) })),
    async queryContent(page: string): Promise<unknown> {
      const input = encodeURIComponent(JSON.stringify({ page }))
      return (await read(await site.request(`/trpc/content.edited?input=${input}`, { headers }))).data
    },
    async search(search = "", page = 1, trash = false): Promise<PictureSearchResult> {
      return (await this.query("search", { search, page, trash })).data as PictureSearchResult
    },
    async upload(...images: File[]): Promise<UploadedPicture[]> {
      const response = await site.request("/api/pictures", { method: "POST", body: createForm({ images }), headers })
      expect(response.status).toBe(200)
      return ((await response.json()) as { pictures: UploadedPicture[] }).pictures
    },
    async uploadOne(file: File): Promise<string> {
      const [uploaded] = await this.upload(file)
      return uploaded?.name ?? ""
    },
    audit: (action: AuditAction) =>
      site.db.selectFrom("audit").selectAll().where("subject", "=", "image").where("action", "=", action).execute(),
  }
}
