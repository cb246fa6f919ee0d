import type { Role } from "./roles.ts"

/** What a domain tells the whole product of itself. Screens import it: it must not import zod. */
export interface Domain {
  rights: Readonly<Record<string, RightDeclaration>>
  /** What its audit entries are about. */
  subjects: Readonly<Record<string, Subject>>
  menu: readonly MenuEntry[]
  /** Whether it stores data of visitors, who may have them exported and erased. */
  holdsVisitorData: boolean
}

interface RightDeclaration {
  /** The roles that have the right besides administrators. */
  roles: readonly Role[]
  /** The right's name for an API token; a right without one is for people alone. */
  token?: string
}

interface Subject {
  /** Its name in addresses. */
  slug: string
  label: string
  /** The noun with its articles, as « le projet », « un projet », « du projet » and « au projet ». */
  the: string
  one: string
  of: string
  to: string
}

interface MenuEntry {
  label: string
  to: string
  icon: string
  /** Whether it stands among what is rarely needed. */
  isAdvanced?: true
  right: string
}
