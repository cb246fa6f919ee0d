import { useSyncExternalStore } from "react"
import { pictureUploads as texts } from "./texts.ts"

/** Says whether an interrupted upload waits until a moment, in milliseconds since 1970, or for the network. */
export function InterruptionText({ retryAt }: { retryAt?: number | undefined }) {
  const seconds = useSyncExternalStore(everySecond, () => secondsUntil(retryAt))
  return seconds === undefined ? texts.offline : texts.resuming(seconds)
}

function everySecond(notify: () => void) {
  const timer = setInterval(notify, 1000)
  return () => clearInterval(timer)
}

function secondsUntil(moment: number | undefined): number | undefined {
  return moment === undefined ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
