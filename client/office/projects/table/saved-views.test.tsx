// @module-tag isolated
import { QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type Api, ApiContext, browserLink, createApi, createQueryClient } from "#client/app/api.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { ViewParams } from "#server/contract/views.ts"
import { MenuContent } from "./saved-views.tsx"

type Views = NonNullable<ReturnType<Api["queries"]["views"]["list"]["getData"]>>

const view = { id: 1, name: "Écoles", shared: false, isOwn: true, owner: "anne", params: {}, version: 1 }

function render(views: Views, params: ViewParams = {}, role: Role = "editor"): string {
  const queryClient = createQueryClient()
  const api = createApi(queryClient, browserLink())
  api.queries.views.list.setData(undefined, views)
  api.queries.accounts.me.setData(undefined, { id: 1, username: "anne", email: "anne@exemple.cd", role })
  const ignore = () => {}
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>
        <MenuContent params={params} onOpen={ignore} onEdit={ignore} onDelete={ignore} />
      </ApiContext>
    </QueryClientProvider>,
  )
}

function labelsIn(html: string): string[] {
  return Array.from(html.matchAll(/<button[^>]*aria-label="([^"]*)"/g), ([, label = ""]) => label)
}

test("views are links to what they show, the current one is marked", () => {
  const views = [2024, 2025].map((year) => ({ ...view, id: year, name: `Année ${year}`, params: { year } }))
  const links = Array.from(render(views, { year: 2025 }).matchAll(/<a [^>]*>/g), ([link]) => link)
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([
    "/admin/projects?annee=2024",
    "/admin/projects?annee=2025",
  ])
  expect(links.map((link) => link.includes('aria-current="true"'))).toEqual([false, true])
})

test("one's own views alone can be changed and deleted; administrators can delete shared ones too", () => {
  const shared = { ...view, id: 2, name: "Ponts", isOwn: false, shared: true, owner: "ben" }
  const html = render([view, shared])
  expect(labelsIn(html)).toEqual(["Modifier la vue Écoles", "Supprimer la vue Écoles"])
  expect(html).toContain("par ben")
  expect(labelsIn(render([view, shared], {}, "admin"))).toContain("Supprimer la vue Ponts")
})

test("without a view the menu says what one is", () => {
  expect(render([])).toContain("Aucune vue enregistrée.")
})
