import { expect, test } from "vitest"
import { ROLES } from "#server/contract/domains/roles.ts"
import { hasRight } from "#server/contract/rights.ts"
import { rightOfScreen } from "./right-of-screen.ts"
import { admin } from "./texts.ts"

test.each(ROLES)("the screens of the menu are open to the role « %s » exactly where it has their right", (role) => {
  const isOpen = (path: string) => hasRight(role, rightOfScreen(path) ?? "office.open")
  const withRight = admin.links.filter(({ right }) => hasRight(role, right))
  expect(admin.links.filter(({ to }) => isOpen(to))).toEqual(withRight)
  expect(withRight.length > 0).toBe(role !== "user")
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
