import { ui } from "#client/copy/ui.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "./banner.tsx"

/** Why a screen could not be loaded, with a retry button. */
export function LoadFailure({ title, text, onRetry }: { title?: string; text: string; onRetry: () => void }) {
  return (
    <div className="mb-6 grid gap-3">
      <Banner tone="error" title={title}>
        {text}
      </Banner>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onRetry}>
        <Icon name="retry" />
        {ui.retry}
      </button>
    </div>
  )
}
