import type { Photo, RejectedFile } from "./photo-queue.ts"

/** The state of the contact form, apart from its fields and their errors. */
export interface ContactState {
  photos: readonly Photo[]
  /** The files of the last choice that cannot be photos of the request. */
  rejectedFiles: readonly RejectedFile[]
  /** Names of the photos that were posted with a form without JavaScript. */
  attached: readonly string[]
  /** Whether the request waits for the network. */
  isQueued: boolean
  /** Whether the browser then sends it even if the page is closed. */
  sendsInBackground: boolean
  /** Whether the fields contain values from an earlier visit. */
  isRestored: boolean
  /** Whether this device stores something of the form. */
  isKept: boolean
  /** The receipt of the last request. */
  receipt?: { reference: string; statusUrl: string; message: string } | undefined
}
