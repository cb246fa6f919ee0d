import type { ReactNode } from "react"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { takeFocus } from "#client/ui/take-focus.ts"

interface BulkOutcomeProps {
  tone: "success" | "error"
  onDismiss: () => void
  children: ReactNode
}

/** What work on many rows did; the pressed button has gone. */
export function BulkOutcome({ children, ...props }: BulkOutcomeProps) {
  return (
    <StatusMessage takesFocus {...props}>
      {children}
    </StatusMessage>
  )
}

export function BulkButtons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-2">{children}</div>
}

export function BulkButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn" onClick={onClick}>
      {label}
    </button>
  )
}

export function BulkProgress({ text, value, max }: { text: string; value: number | undefined; max: number }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="sticky top-18 z-20 mb-6 grid gap-2 rounded-box border border-base-300 bg-base-100 p-4 shadow-float outline-none lg:top-4"
    >
      <p role="status" className="font-semibold">
        {text}
      </p>
      <progress aria-label={text} value={value} max={max} className="h-2 w-full accent-primary" />
    </div>
  )
}
