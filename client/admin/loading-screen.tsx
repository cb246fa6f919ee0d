import { admin } from "#client/copy/admin.ts"
import { AdminStyles } from "./admin-styles.tsx"

/** What the server sends for every admin URL, shown until the account is known. */
export function LoadingScreen() {
  return (
    <main id="contenu" className="grid min-h-dvh place-content-center bg-base-200 p-6 text-center">
      <AdminStyles />
      <p role="status" className="needs-script until-failed">
        {admin.opening}
      </p>
      <p className="when-failed">
        {admin.notOpened}{" "}
        <a href="/admin" className="link-inline">
          {admin.reload}
        </a>
      </p>
      <noscript>
        <p>{admin.needsScript}</p>
      </noscript>
    </main>
  )
}
