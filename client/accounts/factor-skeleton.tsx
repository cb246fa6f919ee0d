import { factors } from "#client/copy/admin-factors.ts"

/** While it loads which factors an account has or needs. */
export function FactorSkeleton() {
  return (
    <div className="skeleton h-11" aria-busy="true">
      <span className="sr-only">{factors.loading}</span>
    </div>
  )
}
