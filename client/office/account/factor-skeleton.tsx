import { factors } from "./factor-texts.ts"

/** Placeholder that is shown while the factors of an account are loading. */
export function FactorSkeleton() {
  return (
    <div className="skeleton h-11" aria-busy="true">
      <span className="sr-only">{factors.loading}</span>
    </div>
  )
}
