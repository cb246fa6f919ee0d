import { projectForm as copy } from "#client/copy/admin-projects.ts"

/** The way back for somebody whose session ended over a form: in another tab, so that nothing typed is lost. */
export function LogInAgain() {
  return (
    <p>
      {copy.logInThen}{" "}
      <a href="/login" target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
        {copy.logIn}
      </a>
    </p>
  )
}
