import { expect, test } from "vitest"
import { admin } from "#client/copy/admin.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { hasRight } from "#server/contract/rights.ts"
import { rightOfScreen } from "./right-of-screen.ts"

test.each<[role: Role, menu: string[]]>([
  ["editor", ["Dashboard", "Projets", "Images", "Statistiques", "Gestion du site"]],
  ["agent", ["Dashboard", "Messages", "Statistiques"]],
  ["reader", ["Dashboard", "Projets", "Images", "Messages", "Statistiques", "Gestion du site"]],
  ["user", []],
])("the menu of the role « %s » has its screens, and no other is open to it", (role, menu) => {
  const isOpen = (path: string) => hasRight(role, rightOfScreen(path) ?? "office.open")
  expect(admin.links.filter(({ right }) => hasRight(role, right)).map(({ label }) => label)).toEqual(menu)
  expect(admin.links.filter(({ to }) => isOpen(to)).map(({ label }) => label)).toEqual(menu)
})

test.each([
  ["/admin/messages/12", "messages.read"],
  ["/admin/project-form", "projects.write"],
  ["/admin/project-edit/12", "projects.write"],
  ["/admin/project-edit/12/historique", "projects.read"],
  ["/admin/projects-import", "projects.write"],
  ["/admin/site-management/contact/historique", "content.read"],
  ["/admin/account", undefined],
])("%s needs %s", (path, right) => {
  expect(rightOfScreen(path)).toBe(right)
})
