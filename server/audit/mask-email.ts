/** Masks an e-mail address for the audit log, which outlives the addresses of deleted accounts. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*@/, "$1…@")
}
