import { accounts } from "./accounts.ts"
import { audit } from "./audit.ts"
import { content } from "./content.ts"
import type { Domain } from "./domain.ts"
import { messages } from "./messages.ts"
import { office } from "./office.ts"
import { pictures } from "./pictures.ts"
import { projects } from "./projects.ts"
import { stats } from "./stats.ts"
import { tokens } from "./tokens.ts"
import { uploads } from "./uploads.ts"
import { views } from "./views.ts"

/** Every domain, in the order of menus and lists. */
export const domains = {
  office,
  projects,
  pictures,
  messages,
  stats,
  content,
  accounts,
  audit,
  tokens,
  views,
  uploads,
} as const

export type DomainName = keyof typeof domains

type Each = (typeof domains)[DomainName]

type KeyOf<Part> = Part extends unknown ? keyof Part : never

export type Right = KeyOf<Each["rights"]>

type KeyOfTokens<Rights> = {
  [Name in keyof Rights]: Rights[Name] extends { token: string } ? Name : never
}[keyof Rights]

/** The rights that a token may have, which REST calls need. */
export type TokenRight = { [Name in DomainName]: KeyOfTokens<(typeof domains)[Name]["rights"]> }[DomainName]

/** What an entry of the audit log is about. */
export type AuditSubject = KeyOf<Each["subjects"]>

/** Collects what the domains declare under that name. */
function collect<Part extends "rights" | "subjects">(part: Part) {
  const entries = Object.values<Domain>(domains).flatMap((domain) => Object.entries(domain[part]))
  return Object.fromEntries(entries) as Record<KeyOf<Each[Part]>, Domain[Part][string]>
}

export const declaredRights = collect("rights")

export const declaredSubjects = collect("subjects")

type MenuEntry = Each["menu"][number]

export const menu: readonly MenuEntry[] = Object.values(domains).flatMap<MenuEntry>((domain) => domain.menu)
