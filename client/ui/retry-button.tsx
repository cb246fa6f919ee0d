import { type ReactNode, useState } from "react"
import { passFocus } from "./pass-focus.ts"

interface RetryButtonProps {
  className?: string
  onRetry: () => Promise<unknown>
  /** It replaces the label while the retry is pending. */
  pending: string
  children: ReactNode
}

export function RetryButton({ className = "", onRetry, pending, children }: RetryButtonProps) {
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
      {isRetrying ? pending : children}
    </button>
  )
}
