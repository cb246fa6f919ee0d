import { useRouter } from "@tanstack/react-router"
import { useApi } from "#client/api.ts"
import { admin } from "#client/copy/admin.ts"
import { adminUi } from "#client/copy/admin-ui.ts"
import { RetryButton } from "#client/ui/retry-button.tsx"
import { useHydrated } from "#client/use-hydrated.ts"
import { AdminStyles } from "./admin-styles.tsx"

/** Replaces every screen when the account could not be read. */
export function FailedScreen() {
  useHydrated()
  const router = useRouter()
  const { queries } = useApi()
  // The router shows a blank screen while it loads: it is invalidated only once the account could be read.
  const retry = () =>
    queries.accounts.me.fetch().then(
      () => router.invalidate(),
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
