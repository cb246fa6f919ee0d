import type { Photo, RejectedFile } from "./photo-queue.ts"

/** What the contact form shows beside its fields and their errors. */
export interface ContactState {
  photos: readonly Photo[]
  /** Files that were chosen last and cannot be photos of the request. */
  rejectedFiles: readonly RejectedFile[]
  /** Names of the photos that a form without JavaScript has brought. */
  attached: readonly string[]
  /** Whether the request waits for the network. */
  isQueued: boolean
  /** Whether an earlier visit has left what the fields contain. */
  isRestored: boolean
  /** The receipt of the request that was sent last. */
  receipt?: { reference: string; statusUrl: string; message: string } | undefined
}
