import { projectForm as copy } from "#client/copy/admin-projects.ts"

/** For a session that expired while a form was open: the login opens in another tab, so that no input is lost. */
export function LogInAgain() {
  return (
    <p>
      {copy.logInThen}{" "}
      <a href="/login" target="_blank" rel="noreferrer" className="link-inline inline-flex min-h-11 items-center">
        {copy.logIn}
      </a>
    </p>
  )
}
