import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"

/** Red for what went wrong, green for what was done. */
export function Banner({ tone, title, children }: { tone: "error" | "success"; title?: string; children: ReactNode }) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`alert items-start text-left ${tone === "error" ? "alert-error" : "alert-success"}`}
    >
      <Icon name={tone === "error" ? "alert" : "done"} className="mt-0.5 size-6" />
      <div>
        {title && <p className="font-semibold">{title}</p>}
        <p>{children}</p>
      </div>
    </div>
  )
}
