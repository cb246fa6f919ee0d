import { shownEmail } from "#server/contract/shown-email.ts"

/** An e-mail address, which a narrow line breaks after its @ rather than within a word. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = shownEmail(email).split("@")
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}
