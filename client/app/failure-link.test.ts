import { QueryClient } from "@tanstack/react-query"
import { TRPCClientError, type TRPCLink } from "@trpc/client"
import { observable } from "@trpc/server/observable"
import { beforeEach, expect, test, vi } from "vitest"
import type { AppRouter } from "#server/router.ts"
import { createApi } from "./api.ts"
import { readToken, storeToken } from "./session.ts"

beforeEach(() => storeToken("session"))

function failure(code: string, reason?: string) {
  return Object.assign(new TRPCClientError<AppRouter>("Non"), { data: { code, reason } })
}

/** Returns an API whose calls fail one after the other, then succeed. */
function apiWith(failures: ReturnType<typeof failure>[], reauthenticate?: () => Promise<void>) {
  const queryClient = new QueryClient()
  const sent = vi.fn()
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent(op.path)
        const error = failures.shift()
        if (error) return observer.error(error)
        observer.next({ result: { type: "data", data: "fait" } })
        observer.complete()
      })
  const asked = vi.spyOn(queryClient, "invalidateQueries")
  return { sent, asked, ...createApi(queryClient, link, reauthenticate) }
}

test("a call of no hook ends the session in the interface too if the server says that it is over", async () => {
  const { client } = apiWith([failure("unauthorized")])
  await expect(client.tokens.revoke.mutate(1)).rejects.toThrow("Non")
  expect(readToken()).toBeNull()
})

test.each([
  ["forbidden", undefined],
  ["unauthorized", "factor"],
])("the account is read anew after « %s », %s", async (code, reason) => {
  const { client, asked } = apiWith([failure(code, reason)])
  await expect(client.tokens.revoke.mutate(1)).rejects.toThrow("Non")
  expect(asked).toHaveBeenCalledWith({ queryKey: [["accounts", "me"]] })
})

test("the password is asked for, and the call is sent once more", async () => {
  const reauthenticate = vi.fn(async () => {})
  const { client, sent } = apiWith([failure("forbidden", "reauthentication")], reauthenticate)
  expect(await client.tokens.revoke.mutate(1)).toBe("fait")
  expect(reauthenticate).toHaveBeenCalledTimes(1)
  expect(sent).toHaveBeenCalledTimes(2)
})

test("a call that still lacks the password fails, and does not ask for ever", async () => {
  const reauthenticate = vi.fn(async () => {})
  const again = [failure("forbidden", "reauthentication"), failure("forbidden", "reauthentication")]
  const { client } = apiWith(again, reauthenticate)
  await expect(client.tokens.revoke.mutate(1)).rejects.toThrow("Non")
  expect(reauthenticate).toHaveBeenCalledTimes(1)
})

test("cancelling fails with what the server has said", async () => {
  const { client, sent } = apiWith([failure("forbidden", "reauthentication")], () => Promise.reject())
  await expect(client.tokens.revoke.mutate(1)).rejects.toThrow("Non")
  expect(sent).toHaveBeenCalledTimes(1)
})

test("where nobody can be asked, the call fails at once", async () => {
  const { client, sent } = apiWith([failure("forbidden", "reauthentication")])
  await expect(client.tokens.revoke.mutate(1)).rejects.toThrow("Non")
  expect(sent).toHaveBeenCalledTimes(1)
})
