import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"

export const toneGround = {
  error: "bg-error text-error-content",
  success: "bg-success text-success-content",
} as const

interface BannerProps {
  tone: "error" | "success"
  title?: string | undefined
  /** Scrolls to itself when it appears: the button that it answers may be far below it. */
  inSight?: boolean
  /** With it the banner can be put away. */
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/** Red for what went wrong, green for what was done. */
export function Banner({ tone, title, inSight = false, onDismiss, children }: BannerProps) {
  return (
    <div
      ref={inSight ? scrollTo : undefined}
      role={tone === "error" ? "alert" : "status"}
      className={`flex items-start gap-3 rounded-box p-4 ${toneGround[tone]}`}
    >
      <Icon name={tone === "error" ? "alert" : "done"} className="mt-0.5 size-6" />
      <div className="min-w-0 grow wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        <p>{children}</p>
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label="Fermer ce message"
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
