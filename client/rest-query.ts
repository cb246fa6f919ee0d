import type { QueryFunctionContext } from "@tanstack/react-query"

/**
 * The default way to read: a GET on the key's segments joined by slashes (specification §7). Whatever is not ok
 * throws « status: body », or the status text when the body is empty (§8).
 */
export async function readRest({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(`/${queryKey.join("/")}`, { credentials: "include", signal })
  if (!response.ok) {
    const body = await response.text()
    throw new Error(`${response.status}: ${body || response.statusText}`)
  }
  return response.json()
}
