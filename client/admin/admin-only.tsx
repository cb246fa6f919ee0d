import { accounts } from "#client/copy/accounts.ts"
import { useLogOut } from "./navigation.tsx"

const copy = accounts.onlyAdmin

/** Replaces the admin for accounts that have no right to the back office. */
export function AdminOnly() {
  const logOut = useLogOut("/login")
  return (
    <main id="contenu" tabIndex={-1} className="grid min-h-dvh place-content-center gap-4 bg-base-200 p-6 outline-none">
      <h1 className="text-h2">{copy.title}</h1>
      <p className="prose-width text-lead">{copy.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href="/" className="btn btn-primary">
          {copy.home}
        </a>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          {copy.logout}
        </button>
      </p>
    </main>
  )
}
