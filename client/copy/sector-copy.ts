import type { BundledPhoto } from "#client/bundled-photos/photo.ts"
import type { IconName } from "#client/icons/icon.tsx"

export interface SectorCopy {
  /** One or two sentences under the heading. */
  lead: string
  sections: readonly Section[]
  closing: Closing
}

export type Section =
  | { kind: "text"; title: string; paragraphs: readonly string[] }
  /** Cards: one service each. */
  | { kind: "services"; title: string; lead?: string; services: readonly Service[] }
  /** Plain bullets, in one or more titled columns. */
  | { kind: "lists"; title: string; lead?: string; columns: readonly { title: string; entries: readonly string[] }[] }
  | { kind: "figures"; title: string; lead?: string; figures: readonly Figure[] }
  /** Numbered steps of an approach. */
  | { kind: "steps"; title: string; lead?: string; steps: readonly { title: string; text: string }[] }
  | { kind: "gallery"; title: string; lead?: string; photos: readonly GalleryPhoto[] }
  /** The list of projects from the server, then the fixed ones. */
  | { kind: "projects"; title: string; lead?: string; fixed?: readonly FixedProject[] }

export interface Service {
  icon: IconName
  title: string
  text: string
}

export interface Figure {
  value: string
  label: string
}

interface GalleryPhoto {
  photo: BundledPhoto
  caption?: string
}

export interface FixedProject {
  title: string
  place: string
  year: string
  status: string
  photos: readonly BundledPhoto[]
}

export interface Closing {
  title: string
  text: string
  action: string
  /** With a subject the button opens an e-mail, else the contact page. */
  mailSubject?: string
}
