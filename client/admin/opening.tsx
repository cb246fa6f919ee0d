import { admin } from "#client/copy/admin.ts"
import { AdminStyles } from "./admin-styles.tsx"

/** What the server sends for an admin address, and what stands until it is known who is there. */
export function Opening() {
  return (
    <main id="contenu" className="grid min-h-dvh place-content-center bg-base-200 p-6 text-center">
      <AdminStyles />
      <p role="status" className="needs-script">
        {admin.opening}
      </p>
      <noscript>
        <p>{admin.needsScript}</p>
      </noscript>
    </main>
  )
}
