import { Banner } from "./banner.tsx"
import { Icon } from "./icon.tsx"

/** Why a screen could not be loaded, with a retry button. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="mb-6 grid gap-3">
      <Banner tone="error">{text}</Banner>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onRetry}>
        <Icon name="retry" />
        Réessayer
      </button>
    </div>
  )
}
