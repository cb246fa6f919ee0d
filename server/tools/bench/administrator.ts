import { admin, type Site } from "#server/testing/start-site.ts"
import { SMALL_SECTOR } from "./filled-site.ts"
import { send } from "./one-by-one.ts"

export type Administrator = Awaited<ReturnType<typeof signInAdministrator>>

/** Signs in as the site's administrator over HTTP. */
export async function signInAdministrator({ url }: Site) {
  const json = { "Content-Type": "application/json" }
  const signedIn = await send(`${url}/api/login`, { method: "POST", headers: json, body: JSON.stringify(admin) })
  const cookies = [signedIn.headers["set-cookie"] ?? []].flat().map((line) => line.replace(/;.*/, ""))
  const headers = { Cookie: cookies.join("; ") }
  const list = await send(`${url}/api/projects?sector=${SMALL_SECTOR.sector}&limit=1`)
  const [project] = JSON.parse(list.body.toString()) as { id: number; slug: string }[]
  if (!project) throw new Error("There is no project to change")
  let writes = 0
  return {
    headers,
    project,
    /** Changes a project, so that every cached answer about projects becomes stale. */
    async changeProject() {
      writes += 1
      const body = JSON.stringify({ address: `${writes % 90}, avenue du Port, Kinshasa` })
      return send(`${url}/api/projects/${project.id}`, { method: "PUT", headers: { ...headers, ...json }, body })
    },
  }
}
