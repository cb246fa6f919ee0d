import { Suspense } from "react"
import { expect, test } from "vitest"
import { draw } from "./entry-server.tsx"

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
