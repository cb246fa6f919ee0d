import { projectForm as copy } from "#client/copy/admin-projects.ts"

/** The way back for somebody whose session ended over a form: in another tab, so that nothing typed is lost. */
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
