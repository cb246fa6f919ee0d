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
