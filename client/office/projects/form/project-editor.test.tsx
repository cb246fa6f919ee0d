// @module-tag isolated
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ProjectEditor } from "./project-editor.tsx"

function render(id: string | undefined): string {
  // Links can only be rendered within a router.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true })
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <ProjectEditor id={id} />
    </RouterContextProvider>,
  )
}

test("without a project the screen says that none is chosen, and leads to the dashboard", () => {
  const markup = render(undefined)
  expect(markup).toContain("Aucun projet sélectionné")
  expect(markup).toContain('href="/admin/dashboard"')
})

test.each(["abc", "0", "-1", "1.5"])("%s is no project's id, and is not asked for", (id) => {
  const markup = render(id)
  expect(markup).toContain("Projet introuvable")
  expect(markup).toContain('href="/admin/dashboard"')
})
