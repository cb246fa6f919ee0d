import * as z from "zod/mini"
import { AUDIT_KINDS } from "./audit-kinds.ts"
import { isDay } from "./days.ts"
import { type AuditSubject, declaredSubjects } from "./domains/domains.ts"
import type { FoundCount } from "./paging.ts"
import { PageNumber, SearchText } from "./search-fields.ts"

export const AUDIT_SUBJECTS = Object.keys(declaredSubjects) as AuditSubject[]

/** The value that the log stores in place of an IP address if a command has acted. */
export const FROM_COMMAND_LINE = "cli"

/** Actors without an account. */
export const AUTOMATIC_ACTORS = ["site", "command line"] as const

export type AutomaticActor = (typeof AUTOMATIC_ACTORS)[number]

const day = z.string("Date invalide").check(z.refine(isDay, "Date invalide"))

export const AuditCriteria = z.object({
  search: SearchText,
  person: z.optional(z.union([z.int().check(z.positive()), z.enum(AUTOMATIC_ACTORS)], "Personne inconnue")),
  kind: z.optional(z.enum(AUDIT_KINDS, "Action inconnue")),
  subject: z.optional(z.enum(AUDIT_SUBJECTS, "Sujet inconnu")),
  subjectId: z.optional(z.int("Sujet inconnu").check(z.positive("Sujet inconnu"))),
  /** Days in Kinshasa, both included. */
  from: z.optional(day),
  until: z.optional(day),
})

export type AuditCriteria = z.infer<typeof AuditCriteria>

export const AuditSearch = z.extend(AuditCriteria, { page: PageNumber })

export type AuditSearch = z.infer<typeof AuditSearch>

/** The kind of network that an IP address belongs to, as far as the address itself tells. */
export type NetworkKind = "machine" | "local" | "carrier" | "internet" | "unknown"

/** An entry of the log with the names that people know. */
export interface AuditedAction {
  id: number
  /** ISO 8601, UTC. */
  at: string
  /** The actor; a deleted account keeps its entries. */
  by: { id: number; name: string } | AutomaticActor
  /** It is null for the site itself and for commands. */
  from: { ip: string; network: NetworkKind } | null
  /** The name of the API token that was used. */
  token: string | null
  action: string
  subject: AuditSubject
  subjectId: number | null
  subjectName: string | null
  /** Whether the subject still exists. */
  exists: boolean
  details: Record<string, unknown>
}

export interface AuditSearchResult extends FoundCount {
  entries: AuditedAction[]
}
