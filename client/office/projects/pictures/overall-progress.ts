import { isInProgress } from "#client/uploads/queued-pictures.ts"
import type { ProjectPicture, ProjectPictures } from "./project-pictures.ts"

interface OverallProgress {
  /** Pictures that are not stored yet. */
  remaining: number
  /** The remaining pictures and those that were uploaded before. */
  total: number
  /** The uploaded share of all bytes, from 0 to 1. */
  progress: number
  /** The picture whose upload waits for the network. */
  interrupted: ProjectPicture | undefined
}

/** Returns the progress of a form's uploads; undefined while none is in progress. */
export function overallProgress({ pictures }: ProjectPictures): OverallProgress | undefined {
  const uploads = pictures.filter(({ file, state }) => file && state !== "failed")
  const remaining = uploads.filter(isInProgress).length
  if (remaining === 0) return undefined
  const sum = (weigh: (picture: ProjectPicture) => number) => uploads.reduce((all, one) => all + weigh(one), 0)
  const bytes = sum(bytesOf)
  return {
    remaining,
    total: uploads.length,
    progress: bytes > 0 ? sum((picture) => picture.progress * bytesOf(picture)) / bytes : 0,
    interrupted: uploads.find(({ state }) => state === "interrupted"),
  }
}

/** Returns the size of a picture, which is that of its file until it is shrunk. */
function bytesOf({ sentBytes, file }: ProjectPicture): number {
  return sentBytes ?? file?.size ?? 0
}
