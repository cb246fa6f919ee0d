import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client"
import { expect, test } from "vitest"
import type { AppRouter } from "#server/router.ts"
import { deletionFailure, failureKind, failureText, loadingFailure } from "./failures.ts"

/** What a call throws when the server, or whatever stands before it, answers so. */
async function failureOf(answer: () => Promise<Response>) {
  const link = httpBatchLink<AppRouter>({ url: "http://localhost/trpc", fetch: answer })
  return createTRPCClient<AppRouter>({ links: [link] })
    .messages.delete.mutate(1)
    .catch((error: unknown) => error)
}

const refused = () =>
  failureOf(async () =>
    Response.json([{ error: { message: "Déjà parti", code: -32600, data: { code: "not_found" } } }]),
  )
const proxyPage = () => failureOf(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }))
const otherJson = () => failureOf(async () => Response.json({ status: "down" }, { status: 503 }))
const noAnswer = () => failureOf(() => Promise.reject(new TypeError("Failed to fetch")))

test("a call tells apart a refusal, an answer without sense and no answer", async () => {
  expect(failureKind(await refused())).toBe("refused")
  expect(failureKind(await proxyPage())).toBe("garbled")
  expect(failureKind(await otherJson())).toBe("garbled")
  expect(failureKind(await noAnswer())).toBe("network")
})

test("a screen that could not be filled says why, in French", async () => {
  const texts = [await refused(), await proxyPage(), await noAnswer()].map((error) =>
    loadingFailure("Erreur : ", error),
  )
  expect(texts).toEqual(["Erreur : Déjà parti", "Erreur : Erreur serveur", "Erreur : connexion impossible"])
})

test("a deletion that failed has the specification's words", async () => {
  const failures = [await refused(), await proxyPage(), await noAnswer()]
  expect(failures.map((error) => deletionFailure("message", error))).toEqual([
    "Erreur lors de la suppression : Déjà parti",
    "Erreur lors de la suppression du message",
    "Erreur de réseau lors de la suppression",
  ])
})

test("an answer that is no JSON, as from a proxy, is the server's failure", () => {
  const error = new TRPCClientError("Unexpected token <", { meta: { response: new Response("<h1>", { status: 502 }) } })
  expect(failureKind(error)).toBe("garbled")
  expect(failureText(error)).toBeUndefined()
})

test("no answer at all is the network's failure, told in French", () => {
  const error = new TRPCClientError("Failed to fetch", { cause: new TypeError("Failed to fetch") })
  expect(failureKind(error)).toBe("network")
  expect(failureText(error)).toBe("connexion impossible")
})

test("the e-mail service's own text is told", () => {
  expect(failureText({ status: 403, text: "The user is blocked" })).toBe("The user is blocked")
})
