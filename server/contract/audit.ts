import * as z from "zod/mini"
import { AUDIT_KINDS } from "./audit-kinds.ts"
import { isDay } from "./days.ts"
import type { FoundCount } from "./paging.ts"
import { PageNumber, SearchText } from "./search-fields.ts"

/** What an audit entry may be about. */
export const AUDIT_SUBJECTS = [
  "project",
  "message",
  "image",
  "content",
  "view",
  "account",
  "invitation",
  "session",
  "passkey",
  "token",
  "settings",
  "audit",
] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** Stands in place of an IP address. */
export const FROM_COMMAND_LINE = "cli"

/** Those who act without an account. */
export const AUTOMATIC_ACTORS = ["site", "command line"] as const

export type AutomaticActor = (typeof AUTOMATIC_ACTORS)[number]

const day = z.string("Date invalide").check(z.refine(isDay, "Date invalide"))

export const AuditCriteria = z.object({
  search: SearchText,
  person: z.optional(z.union([z.int().check(z.positive()), z.enum(AUTOMATIC_ACTORS)], "Personne inconnue")),
  kind: z.optional(z.enum(AUDIT_KINDS, "Action inconnue")),
  subject: z.optional(z.enum(AUDIT_SUBJECTS, "Sujet inconnu")),
  /** The one subject of that kind. */
  subjectId: z.optional(z.int("Sujet inconnu").check(z.positive("Sujet inconnu"))),
  /** Days of Kinshasa, both included. */
  from: z.optional(day),
  until: z.optional(day),
})

export type AuditCriteria = z.infer<typeof AuditCriteria>

export const AuditSearch = z.extend(AuditCriteria, { page: PageNumber })

export type AuditSearch = z.infer<typeof AuditSearch>

/** What sort of network an IP address belongs to, as far as it tells by itself. */
export type NetworkKind = "machine" | "local" | "carrier" | "internet" | "unknown"

/** An entry as people read it. */
export interface AuditedAction {
  id: number
  /** ISO 8601, UTC. */
  at: string
  /** An account that was deleted keeps its entries. */
  by: { id: number; name: string } | AutomaticActor
  /** Null for the site itself and for commands. */
  from: { ip: string; network: NetworkKind } | null
  /** The name of the API token. */
  token: string | null
  action: string
  subject: AuditSubject
  subjectId: number | null
  subjectName: string | null
  /** Whether it is still there to be looked at. */
  exists: boolean
  details: Record<string, unknown>
}

export interface AuditSearchResult extends FoundCount {
  entries: AuditedAction[]
}
