/** Entries of the audit log are deleted after as many months. */
export const AUDIT_MONTHS = 24
