/**
 * Attributes by which the page, its hydration loader, the application and the styles (base.css) share what they know
 * of one document. Constants only, since the loader that uses them is written into every page.
 */

/** On <html>: scripts run here, so that controls of class `needs-script` are of use. */
export const HAS_SCRIPT = "data-script"
/** On <html>: the device has a sheet for sharing links, so that controls of class `needs-share` are of use. */
export const CAN_SHARE = "data-share"
/** On <html>: this browser has a session token. */
export const HAS_SESSION = "data-session"
/** On <html>: the switch in the footer is on, so that nothing is loaded ahead. */
export const SAVES_DATA = "data-saver"
/** On <html>: the page has loaded, so that pictures further down may follow. */
export const LOADED = "data-loaded"
/** On <html>: the application is being fetched. */
export const STARTING = "data-starting"
/** On <html>: the application could not be fetched. */
export const FAILED = "data-failed"

/** On the hydration loader's script: the URL of the application's entry module. */
export const APP_URL = "data-app"
/** On the hydration loader's script: the URL of the data that the page was rendered from, if it is not in the page. */
export const DATA_URL = "data-queries"
/** The property of the window that holds that data, once it is fetched: a JSON text. */
export const PAGE_DATA = "pageData"

/** On the hydration loader's script: URLs of all modules that the page needs, separated by spaces. */
export const MODULE_URLS = "data-modules"

/** In localStorage: what somebody has typed into the contact form, or a request that waits there for the network. */
export const CONTACT_DRAFT = "contact"

/** The event of the window that says that React has hydrated the page. */
export const HYDRATED = "hydrated"
