/**
 * Attributes through which the page, its hydration loader, the application and the styles (base.css) share the state
 * of one document. Only constants may stand here, since the loader is inlined into every page.
 */

/** Attribute of <html>: scripts run, so that controls of class `needs-script` work. */
export const HAS_SCRIPT = "data-script"
/** Attribute of <html>: the Web Share API exists, so that controls of class `needs-share` work. */
export const CAN_SHARE = "data-share"
/** Key in local and session storage of the session token. */
export const SESSION_TOKEN = "token"
/** Attribute of <html>: this browser has a session token. */
export const HAS_SESSION = "data-session"
/** Attribute of <html>: the data saver in the footer is on, so that nothing is loaded ahead. */
export const SAVES_DATA = "data-saver"
/** Attribute of buttons: what they do without the application (reading-controls.ts). */
export const ACTION = "data-action"
/** Attribute of a carousel's pictures: it may be loaded. */
export const NEAR = "data-near"
/** Value of that attribute: the picture is, at least in part, in the carousel's frame. */
export const SHOWN = "shown"
/** Attribute of <html>: the page has loaded, so that pictures further down may be loaded. */
export const LOADED = "data-loaded"
/** Attribute of a form: the browser has posted it before the page was hydrated. */
export const POSTED = "data-posted"
/** Attribute of <html>: the application is being fetched. */
export const STARTING = "data-starting"
/** Attribute of <html>: the application could not be fetched. */
export const FAILED = "data-failed"

/** Key in the dataset of the hydration loader's script: the URL of the application's entry module. */
export const APP_URL = "app"
/** Key in that dataset: the URL of the page's data, unless these stand in the page. */
export const DATA_URL = "queries"
/** Key in that dataset: the URLs of all modules of the page, separated by spaces. */
export const MODULE_URLS = "modules"
/** Property of the window that holds that data as a JSON text, once it is fetched. */
export const PAGE_DATA = "pageData"

// The keys below begin with the path of the page for which a device keeps something.
/** Beginning of the keys in localStorage that tell that the contact form has left something on this device. */
export const CONTACT_KEPT = "contact"
/** Key in localStorage that tells that this device keeps receipts of requests, or requests that will have one. */
export const RECEIPTS_KEPT = "mes-demandes"
/** Beginning of the keys in localStorage that tell that this device keeps an addition to the request of that token. */
export const ADDITION_KEPT = "demande/"
/** Key in localStorage that tells that a request or an addition waits for the network, so that any page sends it. */
export const WAITING_KEPT = "waiting"
/** Beginning of the keys in localStorage of what was typed in the back-office. */
export const UNSAVED_EDIT = "unsaved:"
/** What people leave on a device, which several people may share, is deleted after so many days. */
export const KEPT_DAYS = 7
// An import of durations would be one more file for every public page.
export const KEPT_MS = KEPT_DAYS * 86_400_000

/** Event of the window: React has hydrated the page. */
export const HYDRATED = "hydrated"
