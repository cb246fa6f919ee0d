import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server"
import type { projectsRouter } from "#server/projects/router.ts"
import { signInAs } from "./sign-in-as.ts"
import type { startApp } from "./start-app.ts"

type Site = Pick<Awaited<ReturnType<typeof startApp>>, "db" | "request">
type Inputs = inferRouterInputs<typeof projectsRouter>
type Outputs = inferRouterOutputs<typeof projectsRouter>
type Name = keyof Outputs

interface Response<Data> {
  status: number
  data: Data
  message: string | undefined
  fields: Record<string, string> | undefined
}

/** Creates an administrator who manages the projects. */
export async function createProjectManager(site: Site) {
  const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }
  return { headers, ...callsOf(site, headers) }
}

/** Calls the procedures of projects over HTTP, as a visitor if there are no headers. */
export function callsOf({ request }: Pick<Site, "request">, headers: Record<string, string> = {}) {
  async function read<Data>(sent: ReturnType<Site["request"]>): Promise<Response<Data>> {
    const response = await sent
    const { result, error } = await response.json()
    return { status: response.status, data: result?.data, message: error?.message, fields: error?.data.fields }
  }

  return {
    call: <Called extends Name>(name: Called, input: Inputs[Called]): Promise<Response<Outputs[Called]>> =>
      read(
        request(`/trpc/projects.${name}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(input),
        }),
      ),
    ask: <Asked extends Name>(name: Asked, input: Inputs[Asked]): Promise<Response<Outputs[Asked]>> =>
      read(request(`/trpc/projects.${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })),
  }
}
