import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"

export const toneGround = {
  error: "bg-error text-error-content",
  success: "bg-success text-success-content",
} as const

/** Red for what went wrong, green for what was done. */
export function Banner({ tone, title, children }: { tone: "error" | "success"; title?: string; children: ReactNode }) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`flex items-start gap-3 rounded-box p-4 ${toneGround[tone]}`}
    >
      <Icon name={tone === "error" ? "alert" : "done"} className="mt-0.5 size-6" />
      <div>
        {title && <p className="font-semibold">{title}</p>}
        <p>{children}</p>
      </div>
    </div>
  )
}
