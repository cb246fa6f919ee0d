import { createFileRoute } from "@tanstack/react-router"
import { RegistrationForm } from "#client/accounts/registration-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { heads } from "#client/copy/heads.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"
import { useLoadedSite } from "#client/site/site-content.ts"

export const Route = createFileRoute("/register")({
  loader: ({ context: { rejection } }) => rejection,
  head: ({ match: { context } }) => pageHead(context, { ...heads.registration, path: "/register" }),
  component: Register,
})

function Register() {
  const rejection = Route.useLoaderData()
  const isOpen = useLoadedSite()?.registrationOpen
  return (
    <FormPage title={heads.registration.title} lead={isOpen ? accounts.registration.lead : undefined}>
      {isOpen ? <RegistrationForm rejection={rejection} /> : <p>{accounts.registration.closed}</p>}
    </FormPage>
  )
}
