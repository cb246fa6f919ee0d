/** The page that the service worker shows in place of one that it has not cached. */
export const OFFLINE_PATH = "/hors-ligne"

/** The page with the requests of this device, which the service worker caches before anybody opens it. */
export const REQUESTS_PATH = "/mes-demandes"

/** The page of the contact form, likewise; its query fills in some fields. */
export const CONTACT_PATH = "/contact"

/** The worker is at the root, so that its scope is the whole site. */
export const SERVICE_WORKER_PATH = "/sw.js"

/** The tag of the background sync that sends the waiting contact requests. */
export const SYNC_TAG = "contact-requests"
