// @module-tag isolated
import type { TRPCLink } from "@trpc/client"
import { observable } from "@trpc/server/observable"
import { createElement, Suspense } from "react"
import { expect, onTestFinished, test } from "vitest"
import { Route as loginRoute } from "#client/routes/login.tsx"
import type { AppRouter } from "#server/router.ts"
import { renderPage, renderToHtml } from "./entry-server.tsx"

// The test uses no JSX, whose transform differs from React's build if other tests set NODE_ENV.
function Broken(): never {
  throw new Error("broken")
}

test("rendering fails with what a component throws", async () => {
  const page = createElement(Suspense, null, createElement(Broken))
  await expect(renderToHtml(page)).rejects.toThrow("broken")
})

test("parts within Suspense are in the HTML", async () => {
  const page = createElement(Suspense, null, createElement("p", null, "Bonjour"))
  expect(await renderToHtml(page)).toContain("<p>Bonjour</p>")
})

test("rendering fails with what a route's loader throws", async () => {
  const { loader } = loginRoute.options
  onTestFinished(() => {
    if (loader) loginRoute.options.loader = loader
  })
  loginRoute.options.loader = () => {
    throw new Error("broken")
  }
  const origin = "http://site.example"
  // The root route's call must succeed, since rendering would otherwise fail with its error.
  const link: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      observer.next({ result: { data: null } })
      observer.complete()
    })
  const app = { entry: "/entry.js", ofRoutes: {} }
  await expect(renderPage({ request: new Request(`${origin}/login`), link, origin, app })).rejects.toThrow("broken")
})
