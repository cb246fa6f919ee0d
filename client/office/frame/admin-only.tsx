import { accounts } from "#client/app/account-texts.ts"
import { useLogOut } from "./navigation.tsx"

const texts = accounts.onlyAdmin

/** Replaces the admin for accounts that have no right to the back office. */
export function AdminOnly() {
  const logOut = useLogOut("/login")
  return (
    <main id="contenu" tabIndex={-1} className="grid min-h-dvh place-content-center gap-4 bg-base-200 p-6 outline-none">
      <h1 className="text-h2">{texts.title}</h1>
      <p className="prose-width text-lead">{texts.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href="/" className="btn btn-primary">
          {texts.home}
        </a>
        <button type="button" className="btn btn-outline btn-primary" onClick={logOut}>
          {texts.logout}
        </button>
      </p>
    </main>
  )
}
