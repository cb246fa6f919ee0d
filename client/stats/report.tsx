import type { ReactNode } from "react"
import "./print.css"

/** What a printed page is to show alone. */
export function Report({ children }: { children: ReactNode }) {
  return <div className="report">{children}</div>
}
