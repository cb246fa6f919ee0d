import type { ManagedProject } from "#server/contract/projects.ts"
import type { createCookieClient } from "#server/testing/cookie-client.ts"

type Client = ReturnType<typeof createCookieClient>

/** Changes a project by REST, as somebody else does. */
export async function changeProject(client: Client, id: number, fields: object): Promise<void> {
  const headers = { "Content-Type": "application/json" }
  const response = await client.request(`/api/projects/${id}`, { method: "PUT", headers, body: JSON.stringify(fields) })
  if (!response.ok) throw new Error(await response.text())
}

/** Reads a project in any state. */
export async function managedProject(client: Client, id: number): Promise<ManagedProject> {
  const response = await client.request(`/trpc/projects.managed?input=${id}`)
  if (!response.ok) throw new Error(await response.text())
  const { result } = (await response.json()) as { result: { data: ManagedProject } }
  return result.data
}

/** Reads the names of the projects that visitors see, the newest first. */
export async function publicNames(client: Client): Promise<string[]> {
  const response = await client.request("/api/projects")
  const projects = (await response.json()) as { project_name: string }[]
  return projects.map(({ project_name: name }) => name)
}
