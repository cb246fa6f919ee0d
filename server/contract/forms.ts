/** What the page shows after an invalid form was sent without JavaScript; passwords are never sent back. */
export interface FormRejection {
  values: Record<string, string>
  errors: Record<string, string>
  /** Is shown above the form. */
  message: string
}
