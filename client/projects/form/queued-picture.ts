import type { ProjectImage } from "#server/contract/projects.ts"
import type { PictureSize } from "./picture-limits.ts"
import type { UploadFailure } from "./upload-picture.ts"

/** A picture of the form, on its way to the server or there. */
export interface TrayPicture {
  key: string
  /** Undefined for one that the project had already. */
  file: File | undefined
  /** Address of the chosen file, to show it at once. */
  preview: string | undefined
  /** The server's name for it, once it is there. */
  name: string | undefined
  /** As the person knows it. */
  fileName: string
  /** Undefined: the project's name, whatever it will be. */
  alt: string | undefined
  decorative: boolean
  state: "checking" | "waiting" | "preparing" | "sending" | "stored" | "failed"
  /** From 0 to 1. */
  progress: number
  /** What travels, once it is known. */
  sentBytes: number | undefined
  /** Undefined where it is not known. */
  size: PictureSize | undefined
  failure: UploadFailure | undefined
}

export function openedPicture({ name, alt, width, height }: ProjectImage, position: number): TrayPicture {
  return {
    key: `stored ${position} ${name}`,
    file: undefined,
    preview: undefined,
    name,
    fileName: name,
    alt: alt || undefined,
    decorative: alt === "",
    state: "stored",
    progress: 1,
    sentBytes: undefined,
    size: width > 0 ? { width, height } : undefined,
    failure: undefined,
  }
}

let picked = 0

export function pickedPicture(file: File): TrayPicture {
  picked += 1
  return {
    key: `picked ${picked}`,
    file,
    preview: URL.createObjectURL(file),
    name: undefined,
    fileName: file.name,
    alt: undefined,
    decorative: false,
    state: "checking",
    progress: 0,
    sentBytes: undefined,
    size: undefined,
    failure: undefined,
  }
}

/** What the project is saved with; undefined while one of them has not arrived. */
export function namedImages(pictures: readonly TrayPicture[], projectName: string) {
  const images = pictures.flatMap((picture) =>
    picture.name ? [{ name: picture.name, alt: altOf(picture, projectName) }] : [],
  )
  return images.length === pictures.length ? images : undefined
}

/** None for a decorative one; the project's name where nothing else is said. */
function altOf({ alt, decorative }: TrayPicture, projectName: string): string {
  return decorative ? "" : (alt ?? projectName).trim()
}

/** The list with one picture at another place; a place beyond its ends is the end. */
export function moved(pictures: readonly TrayPicture[], key: string, to: number): TrayPicture[] {
  const picture = pictures.find((one) => one.key === key)
  const others = pictures.filter((one) => one !== picture)
  return picture ? others.toSpliced(Math.max(0, to), 0, picture) : others
}
