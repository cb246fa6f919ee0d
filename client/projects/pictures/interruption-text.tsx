import { useSyncExternalStore } from "react"
import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import type { QueuedPicture } from "./upload-queue.ts"

/** Says whether an interrupted upload waits for some seconds or for the network. */
export function InterruptionText({ picture: { retryAt } }: { picture: QueuedPicture }) {
  const seconds = useSyncExternalStore(everySecond, () => secondsUntil(retryAt))
  return seconds === undefined ? copy.states.offline : copy.states.resuming(seconds)
}

function everySecond(notify: () => void) {
  const timer = setInterval(notify, 1000)
  return () => clearInterval(timer)
}

function secondsUntil(moment: number | undefined): number | undefined {
  return moment === undefined ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
