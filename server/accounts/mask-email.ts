/** For the audit log, which is kept longer than the e-mail addresses of deleted accounts. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*@/, "$1…@")
}
