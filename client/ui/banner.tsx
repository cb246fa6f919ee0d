import type { ReactNode } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { ui } from "./texts.ts"

export const toneClasses = {
  error: "bg-error text-error-content",
  success: "bg-success text-success-content",
} as const

interface BannerProps {
  tone: "error" | "success"
  title?: string | undefined
  /** Whether it scrolls into view when it appears, since the submit button may be far below. */
  scrollIntoView?: boolean
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

export function Banner({ tone, title, scrollIntoView = false, onDismiss, children }: BannerProps) {
  return (
    <div
      ref={scrollIntoView ? scrollTo : undefined}
      role={tone === "error" ? "alert" : "status"}
      className={`flex items-start gap-3 rounded-box p-4 ${toneClasses[tone]}`}
    >
      <Icon name={tone === "error" ? "alert" : "done"} className="mt-0.5 size-6" />
      <div className="min-w-0 grow wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label={ui.closeMessage}
          className="btn btn-ghost btn-square -my-2 -mr-2 text-inherit hover:text-base-content"
          onClick={onDismiss}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

function scrollTo(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: "nearest" })
}
