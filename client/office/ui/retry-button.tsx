import { type ReactNode, useState } from "react"
import { passFocus } from "#client/ui/pass-focus.ts"
import { buttons } from "#client/ui/texts.ts"

interface RetryButtonProps {
  className: string
  onRetry: () => Promise<unknown>
  children: ReactNode
}

export function RetryButton({ className, onRetry, children }: RetryButtonProps) {
  const [isRetrying, setIsRetrying] = useState(false)

  async function retry() {
    if (isRetrying) return
    setIsRetrying(true)
    await onRetry().finally(() => setIsRetrying(false))
  }

  return (
    <button
      ref={passFocus}
      type="button"
      aria-busy={isRetrying}
      className={`btn btn-outline ${className}`}
      onClick={retry}
    >
      {isRetrying ? buttons.pending : children}
    </button>
  )
}
