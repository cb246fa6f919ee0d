/** What a form sent without JavaScript, and what is to be mended in it. Passwords are never sent back. */
export interface FormRejection {
  values: Record<string, string>
  errors: Record<string, string>
  /** What went wrong as a whole. */
  message: string
}
