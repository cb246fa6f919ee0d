import { useApi } from "#client/app/api.ts"
import { useHydrated } from "#client/app/use-hydrated.ts"
import { RetryButton } from "#client/office/ui/retry-button.tsx"
import { adminUi } from "#client/ui/button-texts.ts"
import { AdminStyles } from "./admin-styles.tsx"
import { admin } from "./texts.ts"

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
