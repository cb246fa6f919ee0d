import type { ReactNode } from "react"
import "./print.css"

/** The only part of the page that is printed. */
export function Printable({ children }: { children: ReactNode }) {
  return <div className="printable">{children}</div>
}
