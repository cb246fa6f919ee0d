import type { ComponentProps } from "react"
import { Banner } from "./banner.tsx"

/** The result of the last action; it stays in sight while the screen scrolls. */
export function StatusMessage(props: ComponentProps<typeof Banner>) {
  return (
    // A success takes the focus, since the pressed button may have been removed with its row.
    <div
      ref={props.tone === "success" ? focus : undefined}
      tabIndex={-1}
      className="sticky top-18 z-20 mb-6 rounded-box shadow-float outline-none lg:top-4"
    >
      <Banner {...props} />
    </div>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
