import type { QueryFunctionContext } from "@tanstack/react-query"

/** The default query function: GET the key's segments joined by slashes. */
export async function readRest({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(`/${queryKey.join("/")}`, { credentials: "include", signal })
  if (!response.ok) {
    const body = await response.text()
    throw new Error(`${response.status}: ${body || response.statusText}`)
  }
  return response.json()
}
