/** The rejection of a form that was sent without JavaScript, which the page shows; it never contains passwords. */
export interface FormRejection {
  values: Record<string, string>
  errors: Record<string, string>
  /** It is shown above the form. */
  message: string
}
