/** The answer to an invalid form that was sent without JavaScript. Passwords are never sent back. */
export interface FormRejection {
  values: Record<string, string>
  errors: Record<string, string>
  /** Stands above the form. */
  message: string
}
