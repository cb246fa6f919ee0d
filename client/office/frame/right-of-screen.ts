import type { Right } from "#server/contract/domains/domains.ts"
import { admin } from "./texts.ts"

/** Screens that the menu does not link to, and those that edit what a linked screen shows. */
const others: readonly [path: RegExp, right: Right][] = [
  [/^\/admin\/project-edit\/[^/]+\/historique/, "projects.read"],
  [/^\/admin\/(project-(edit|form)|projects-import)/, "projects.write"],
]

/** Returns the right that a screen needs, or undefined if every account with a back office may open it. */
export function rightOfScreen(pathname: string): Right | undefined {
  const [, right] = others.find(([path]) => path.test(pathname)) ?? []
  return right ?? admin.links.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.right
}
