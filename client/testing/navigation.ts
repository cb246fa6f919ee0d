import { waitFor } from "@testing-library/dom"
import { expect, onTestFinished } from "vitest"

interface Reports {
  listeners(event: "jsdomError"): ((error: Error) => void)[]
  removeAllListeners(event: "jsdomError"): void
  on(event: "jsdomError", listener: (error: Error) => void): void
}

declare const jsdom: { virtualConsole: Reports }

/** Watches navigations to other documents, such as downloads, which jsdom does not make but reports. */
export function watchNavigation() {
  const { virtualConsole } = jsdom
  const printing = virtualConsole.listeners("jsdomError")
  const reports: string[] = []
  virtualConsole.removeAllListeners("jsdomError")
  virtualConsole.on("jsdomError", ({ message }) => reports.push(message))
  onTestFinished(() => {
    virtualConsole.removeAllListeners("jsdomError")
    for (const listener of printing) virtualConsole.on("jsdomError", listener)
  })
  return {
    hasBegun: () => reports.length > 0,
    begins: () => waitFor(() => expect(reports).toEqual(["Not implemented: navigation to another Document"])),
  }
}
