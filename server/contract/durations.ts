export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The link to a request's page is valid for this long after the request's last change. */
export const REQUEST_LINK_MS = 180 * DAY_MS

/** The moment of what is not to happen, ISO 8601. */
export const NEVER = "9999-12-31T23:59:59.999Z"
