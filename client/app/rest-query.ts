import type { QueryFunctionContext } from "@tanstack/react-query"

/** Fetches the URL whose path is the key's segments, as the default query function. */
export async function readRest({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(`/${queryKey.join("/")}`, { credentials: "include", signal })
  if (!response.ok) {
    const body = await response.text()
    throw new Error(`${response.status}: ${body || response.statusText}`)
  }
  return response.json()
}
