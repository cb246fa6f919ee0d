import { projectForm as copy } from "#client/copy/admin-projects.ts"

/** Opens the login in another tab, so that a form whose session has expired loses no input. */
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
