/** A form that signs in without script sets this cookie, for which the script in the head stores the session token. */
export const SIGN_IN_COOKIE = "signed-in"
