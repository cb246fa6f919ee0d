/**
 * The name of the form's honeypot, which people do not see and robots fill in. No browser or password manager takes it
 * for a field of an address or an account.
 */
export const HONEYPOT = "ne_pas_remplir"
