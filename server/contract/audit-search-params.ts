// Search params are parsed before zod is loaded: this file must not import it.

import type { AuditSearch, AutomaticActor } from "./audit.ts"
import { AUDIT_KINDS, type AuditKind } from "./audit-kinds.ts"
import { isDay } from "./days.ts"
import { type AuditSubject, declaredSubjects } from "./domains/domains.ts"
import { isPageNumber } from "./paging.ts"
import { findSlug, isId, parseSearchText } from "./search-params.ts"

export const KIND_SLUGS = {
  creation: "creation",
  change: "modification",
  deletion: "suppression",
  restoration: "restauration",
  publication: "publication",
  request: "traitement",
  signIn: "connexion",
  export: "export",
  access: "acces",
  expiry: "expiration",
} as const satisfies Record<AuditKind, string>

export const ACTOR_SLUGS = {
  site: "site",
  "command line": "commande",
} as const satisfies Record<AutomaticActor, string>

const SUBJECTS = Object.keys(declaredSubjects) as AuditSubject[]

export const SUBJECT_SLUGS = Object.values(declaredSubjects).map(({ slug }) => slug)

const ACTORS = Object.keys(ACTOR_SLUGS) as AutomaticActor[]

/** Search params of the log and of its export as CSV; defaults are left out. */
export interface AuditSearchParams {
  search?: string | undefined
  personne?: number | (typeof ACTOR_SLUGS)[AutomaticActor] | undefined
  action?: (typeof KIND_SLUGS)[AuditKind] | undefined
  sujet?: string | undefined
  /** The id of the subject. */
  numero?: number | undefined
  du?: string | undefined
  au?: string | undefined
  page?: number | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseAuditSearchParams(params: Record<string, unknown>): AuditSearchParams {
  const { personne, numero, du, au, page } = params
  return {
    search: parseSearchText(params.search),
    personne: findSlug(ACTOR_SLUGS, personne) ?? (isId(personne) ? personne : undefined),
    action: findSlug(KIND_SLUGS, params.action),
    sujet: SUBJECT_SLUGS.find((slug) => slug === params.sujet),
    numero: isId(numero) ? numero : undefined,
    du: isDay(du) ? du : undefined,
    au: isDay(au) ? au : undefined,
    page: isPageNumber(page) && page > 1 ? page : undefined,
  }
}

export function toAuditSearch(params: AuditSearchParams): AuditSearch {
  const { search = "", personne, action, sujet, numero, du, au, page = 1 } = params
  return {
    search,
    person: typeof personne === "number" ? personne : ACTORS.find((actor) => ACTOR_SLUGS[actor] === personne),
    kind: AUDIT_KINDS.find((kind) => KIND_SLUGS[kind] === action),
    subject: SUBJECTS.find((subject) => declaredSubjects[subject].slug === sujet),
    subjectId: numero,
    from: du,
    until: au,
    page,
  }
}

export type AuditFilterName = "personne" | "action" | "sujet" | "numero" | "du" | "au"

export const noAuditFilters = {
  personne: undefined,
  action: undefined,
  sujet: undefined,
  numero: undefined,
  du: undefined,
  au: undefined,
} as const satisfies Record<AuditFilterName, undefined>

export function countAuditFilters(params: AuditSearchParams): number {
  return (Object.keys(noAuditFilters) as AuditFilterName[]).filter((name) => params[name] !== undefined).length
}
