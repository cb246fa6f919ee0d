import { logInAgain as texts } from "./texts.ts"

/** Opens the login in another tab, so that a form whose session has expired loses no input. */
export function LogInAgain() {
  return (
    <p>
      {texts.text}{" "}
      <a href="/login" target="_blank" rel="noreferrer" className="link-inline inline-flex min-h-11 items-center">
        {texts.link}
      </a>
    </p>
  )
}
