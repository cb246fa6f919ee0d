/** The number of months after which entries of the audit log are deleted. */
export const AUDIT_MONTHS = 24
