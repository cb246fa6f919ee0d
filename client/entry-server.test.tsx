import type { TRPCLink } from "@trpc/client"
import { Suspense } from "react"
import { expect, onTestFinished, test } from "vitest"
import type { AppRouter } from "#server/router.ts"
import { draw, renderPage } from "./entry-server.tsx"
import { Route as loginRoute } from "./routes/login.tsx"

function Broken(): never {
  throw new Error("broken")
}

test("a page with a part that throws is a failure, not a page without it", async () => {
  const page = (
    <Suspense>
      <Broken />
    </Suspense>
  )
  await expect(draw(page)).rejects.toThrow("broken")
})

test("a page whose parts are all there is written down with them", async () => {
  const page = (
    <Suspense>
      <p>Bonjour</p>
    </Suspense>
  )
  expect(await draw(page)).toContain("<p>Bonjour</p>")
})

test("what a route's loader throws is thrown on, and stands in no page", async () => {
  const { loader } = loginRoute.options
  onTestFinished(() => {
    if (loader) loginRoute.options.loader = loader
  })
  loginRoute.options.loader = () => {
    throw new Error("broken")
  }
  const origin = "http://site.example"
  const link: TRPCLink<AppRouter> = () => () => {
    throw new Error("nothing is asked")
  }
  await expect(renderPage({ request: new Request(`${origin}/login`), link, origin })).rejects.toThrow("broken")
})
