import { admin } from "#client/copy/admin.ts"
import type { Right } from "#server/contract/rights.ts"

/** Screens under no link of the menu, and those that change what a link's screen shows. */
const others: readonly [path: RegExp, right: Right][] = [
  [/^\/admin\/project-edit\/[^/]+\/historique/, "projects.read"],
  [/^\/admin\/(project-(edit|form)|projects-import)/, "projects.write"],
]

/** What the screen at a path needs; undefined for one that is open to everybody with a back office. */
export function rightOfScreen(pathname: string): Right | undefined {
  const [, right] = others.find(([path]) => path.test(pathname)) ?? []
  return right ?? admin.links.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.right
}
