import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { adminUi } from "#client/ui/button-texts.ts"
import { RetryButton } from "./retry-button.tsx"

interface LoadFailureProps {
  title?: string
  text: string
  onRetry: () => Promise<unknown>
}

/** Says why a screen could not be loaded, with a retry button. */
export function LoadFailure({ title, text, onRetry }: LoadFailureProps) {
  return (
    <div className="mb-6 grid gap-3">
      <Banner tone="error" title={title}>
        {text}
      </Banner>
      <RetryButton className="justify-self-start" onRetry={onRetry}>
        <Icon name="retry" />
        {adminUi.retry}
      </RetryButton>
    </div>
  )
}
