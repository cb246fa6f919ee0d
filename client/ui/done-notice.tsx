import type { ReactNode } from "react"
import { Banner } from "./banner.tsx"

/** What was just done, in sight wherever the screen is scrolled to; it takes the focus from the button that went. */
export function DoneNotice({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  return (
    <div ref={focus} tabIndex={-1} className="sticky top-18 z-20 mb-6 rounded-box shadow-float outline-none lg:top-4">
      <Banner tone="success" onDismiss={onDismiss}>
        {children}
      </Banner>
    </div>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
