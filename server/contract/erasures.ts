// Screens import this file: it must not import zod.

/** The erasure of a person can be undone for this many days. */
export const ERASURE_DAYS = 7

/** At most so many requests that share only an e-mail address or a telephone number are listed and selected. */
export const SHARED_REQUESTS_MAX = 200
