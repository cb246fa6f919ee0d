// Addresses are parsed before zod is loaded: this file must not import it.

import type { AutomaticActor } from "./audit.ts"
import type { AuditKind } from "./audit-kinds.ts"
import { type AuditSubject, declaredSubjects } from "./domains/domains.ts"
import {
  day,
  filter,
  isId,
  listAddress,
  number,
  type ParamsOf,
  pageNumber,
  slug,
  slugOrId,
  text,
} from "./list-address.ts"

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

const subjects = Object.entries(declaredSubjects).map(([subject, declared]) => [subject, declared.slug])

export const SUBJECT_SLUGS: Record<AuditSubject, string> = Object.fromEntries(subjects)

/** The address of the log and of its export as CSV. */
export const auditAddress = listAddress({
  search: text("search"),
  personne: filter(slugOrId("person", ACTOR_SLUGS)),
  action: filter(slug("kind", KIND_SLUGS)),
  sujet: filter(slug("subject", SUBJECT_SLUGS)),
  /** The id of the subject. */
  numero: filter(number("subjectId", isId)),
  du: filter(day("from")),
  au: filter(day("until")),
  page: pageNumber,
})

export type AuditSearchParams = ParamsOf<typeof auditAddress>
