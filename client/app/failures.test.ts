import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client"
import { expect, test } from "vitest"
import { deletionFailure, settleDeletion } from "#client/office/editing/deletion.ts"
import type { AppRouter } from "#server/router.ts"
import { failureKind, failureText, loadingFailure } from "./failures.ts"

/** Returns the error that a call throws for a response of the server or of a proxy. */
async function failureOf(respond: () => Promise<Response>) {
  const link = httpBatchLink<AppRouter>({ url: "http://localhost/trpc", fetch: respond })
  return createTRPCClient<AppRouter>({ links: [link] })
    .messages.delete.mutate(1)
    .catch((error: unknown) => error)
}

const rejected = () =>
  failureOf(async () =>
    Response.json([{ error: { message: "Déjà parti", code: -32600, data: { code: "not_found" } } }]),
  )
const proxyPage = () => failureOf(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }))
const otherJson = () => failureOf(async () => Response.json({ status: "down" }, { status: 503 }))
const noResponse = () => failureOf(() => Promise.reject(new TypeError("Failed to fetch")))

test("a rejection, a malformed response and no response are distinguished", async () => {
  expect(failureKind(await rejected())).toBe("rejected")
  expect(failureKind(await proxyPage())).toBe("malformed")
  expect(failureKind(await otherJson())).toBe("malformed")
  expect(failureKind(await noResponse())).toBe("network")
})

test("a screen that could not be loaded says why, in French", async () => {
  const texts = [await rejected(), await proxyPage(), await noResponse()].map((error) =>
    loadingFailure("Erreur : ", error),
  )
  expect(texts).toEqual(["Erreur : Déjà parti", "Erreur : Erreur serveur", "Erreur : connexion impossible"])
})

test("a deletion that failed has the specified text", async () => {
  const failures = [await rejected(), await proxyPage(), await noResponse()]
  expect(failures.map((error) => deletionFailure("message", error))).toEqual([
    "Erreur lors de la suppression : Déjà parti",
    "Erreur lors de la suppression du message",
    "Erreur de réseau lors de la suppression",
  ])
})

test("a deletion that finds nothing is done if it is repeated", async () => {
  const gone = await rejected()
  await settleDeletion(Promise.reject(gone), true)
  await expect(settleDeletion(Promise.reject(gone), false)).rejects.toBe(gone)
})

test("a response that is no JSON, as from a proxy, is malformed", () => {
  const error = new TRPCClientError("Unexpected token <", { meta: { response: new Response("<h1>", { status: 502 }) } })
  expect(failureKind(error)).toBe("malformed")
  expect(failureText(error)).toBeUndefined()
})

test("no response is a network failure, described in French", () => {
  const error = new TRPCClientError("Failed to fetch", { cause: new TypeError("Failed to fetch") })
  expect(failureKind(error)).toBe("network")
  expect(failureText(error)).toBe("connexion impossible")
})

test("the e-mail service's own text is shown", () => {
  expect(failureText({ status: 403, text: "The user is blocked" })).toBe("The user is blocked")
})
