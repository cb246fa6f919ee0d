import type { ComponentProps } from "react"
import { Banner } from "#client/ui/banner.tsx"
import { takeFocus } from "./take-focus.ts"

type StatusMessageProps = ComponentProps<typeof Banner> & {
  /** Whether it takes the focus, as a success does by default, since the pressed button may have been removed. */
  takesFocus?: boolean
}

/** Shows the outcome of the last action, and stays in sight while the screen scrolls. */
export function StatusMessage({ takesFocus, ...props }: StatusMessageProps) {
  return (
    <div
      ref={(takesFocus ?? props.tone === "success") ? takeFocus : undefined}
      tabIndex={-1}
      className="sticky top-18 z-20 mb-6 rounded-box shadow-float outline-none lg:top-4"
    >
      <Banner {...props} />
    </div>
  )
}
