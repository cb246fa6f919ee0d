import { textOf } from "./text-of.ts"

/** Returns what describes a control: its help and its error. */
export function descriptionOf(control: Element): string {
  const ids = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean)
  return ids
    .map((id) => document.getElementById(id))
    .map((part) => (part ? textOf(part) : ""))
    .join(" ")
}
