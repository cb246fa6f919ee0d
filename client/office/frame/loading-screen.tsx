import { useLocation } from "@tanstack/react-router"
import { AdminStyles } from "./admin-styles.tsx"
import { adminLoading } from "./head-texts.ts"

/** The screen that the server sends for every admin URL, and that stays until the account is known. */
export function LoadingScreen() {
  const { href } = useLocation()
  return (
    <main id="contenu" className="grid min-h-dvh place-content-center bg-base-200 p-6 text-center">
      <AdminStyles />
      <p role="status" className="needs-script until-failed">
        {adminLoading.opening}
      </p>
      <p className="when-failed">
        {adminLoading.notOpened}{" "}
        <a href={href} className="link-inline">
          {adminLoading.reload}
        </a>
      </p>
      <noscript>
        <p>{adminLoading.needsScript}</p>
      </noscript>
      <p className="when-too-old">{adminLoading.tooOld}</p>
    </main>
  )
}
