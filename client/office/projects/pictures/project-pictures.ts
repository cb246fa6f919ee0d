import { isHeic } from "#client/uploads/picture-limits.ts"
import type { PictureSize } from "#client/uploads/picture-size.ts"
import {
  isInProgress,
  type QueuedPicture,
  type RejectedFile,
  type UploadAction,
  type UploadQueue,
} from "#client/uploads/queued-pictures.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"

/** The pictures of a project while its form is open; those that it had before have no file. */
export type ProjectPictures = UploadQueue<ProjectPicture>
export type PicturesAction = UploadAction<ProjectPicture>

export interface ProjectPicture extends QueuedPicture {
  file?: File
  /** The server's name for it, once it is stored. */
  name?: string
  /** Undefined stands for the project's name, which may still change; a stored picture without a text has null. */
  alt?: string | null | undefined
  decorative: boolean
  /** It is undefined if the browser cannot read the file. */
  size?: PictureSize | undefined
}

export type Description = Partial<Pick<ProjectPicture, "alt" | "decorative">>

export function storedPicture({ name, alt, width, height }: ProjectImage, position: number): ProjectPicture {
  return {
    key: `stored ${position} ${name}`,
    fileName: name,
    name,
    alt: alt === "" ? undefined : alt,
    decorative: alt === "",
    state: "stored",
    progress: 1,
    size: width > 0 ? { width, height } : undefined,
  }
}

/** Splits files into those that can be added, and those that are no pictures or that there is no room for. */
export function acceptFiles({ pictures }: ProjectPictures, files: readonly File[]) {
  const usable = files.filter((file) => file.type.startsWith("image/") || isHeic(file))
  const unsupported = files.filter((file) => !usable.includes(file))
  const room = Math.max(0, IMAGES_MAX - pictures.length)
  return {
    accepted: usable.slice(0, room),
    rejected: [
      ...rejectFiles(unsupported, responseTexts.imageUnsupported),
      ...rejectFiles(usable.slice(room), responseTexts.tooManyImages),
    ],
  }
}

function rejectFiles(files: readonly File[], reason: string): RejectedFile[] {
  return files.map(({ name: fileName }) => ({ fileName, reason }))
}

export function isIdle({ pictures }: ProjectPictures): boolean {
  return !pictures.some(isInProgress)
}

/** Returns the images to save, or undefined while one of the pictures is not stored. */
export function namedImages({ pictures }: ProjectPictures, projectName: string) {
  const images = pictures.flatMap((picture) =>
    picture.name ? [{ name: picture.name, alt: altText(picture, projectName) }] : [],
  )
  return images.length === pictures.length ? images : undefined
}

function altText({ alt, decorative }: ProjectPicture, projectName: string): string | null {
  if (decorative) return ""
  return alt === null ? null : alt?.trim() || projectName.trim()
}
