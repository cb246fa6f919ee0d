import type { startApp } from "./start-app.ts"

interface Failure {
  error: { message: string; data: { httpStatus: number; reason?: string; fields?: Record<string, string> } }
}

/** Calls procedures over HTTP; for a failure it returns the status and message. */
export function openCaller(
  { request }: Pick<Awaited<ReturnType<typeof startApp>>, "request">,
  headers: Record<string, string> = {},
) {
  async function read(response: Response) {
    const body = (await response.json()) as { result: { data: never } } | Failure
    if (!("error" in body)) return body.result.data
    const { message, data } = body.error
    const { httpStatus: status, fields, reason } = data
    return { status, message, ...(fields && { fields }), ...(reason && { reason }) } as never
  }
  return {
    query: async <Result = unknown>(name: string, input?: unknown): Promise<Result> =>
      read(await request(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input) ?? "")}`, { headers })),
    mutate: async <Result = unknown>(name: string, input?: unknown): Promise<Result> => {
      const body = JSON.stringify(input)
      const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } }
      return read(await request(`/trpc/${name}`, { ...init, ...(body && { body }) }))
    },
  }
}
