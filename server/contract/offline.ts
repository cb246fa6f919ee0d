/** The page that the service worker shows in place of one that it does not have. */
export const OFFLINE_PATH = "/hors-ligne"

/** At the root, so that its scope is the whole site. */
export const SERVICE_WORKER_PATH = "/sw.js"

/** The tag of the background sync that sends the contact requests that wait. */
export const SYNC_TAG = "contact-requests"
