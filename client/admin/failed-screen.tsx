import { useApi } from "#client/api.ts"
import { admin } from "#client/copy/admin.ts"
import { adminUi } from "#client/copy/admin-ui.ts"
import { RetryButton } from "#client/ui/retry-button.tsx"
import { useHydrated } from "#client/use-hydrated.ts"
import { AdminStyles } from "./admin-styles.tsx"

/** Replaces every screen when the account could not be read, or code that all screens need could not be loaded. */
export function FailedScreen() {
  useHydrated()
  const { queries } = useApi()
  // Browsers and React remember a module that could not be loaded, so the page itself is loaded once the server answers.
  const retry = () =>
    queries.accounts.me.fetch().then(
      () => location.reload(),
      () => undefined,
    )

  return (
    <main id="contenu" className="grid min-h-dvh place-content-center gap-4 bg-base-200 p-6 text-center">
      <AdminStyles />
      <p role="alert">{admin.notOpened}</p>
      <RetryButton className="justify-self-center" onRetry={retry}>
        {adminUi.retry}
      </RetryButton>
    </main>
  )
}
