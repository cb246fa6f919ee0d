import { createFileRoute } from "@tanstack/react-router"
import { RegistrationForm } from "#client/accounts/registration-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { heads } from "#client/copy/heads.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"

export const Route = createFileRoute("/register")({
  loader: ({ context: { rejection } }) => rejection,
  head: ({ match: { context } }) => pageHead(context, { ...heads.registration, path: "/register" }),
  component: Register,
})

function Register() {
  const rejection = Route.useLoaderData()
  return (
    <FormPage title={heads.registration.title} lead={accounts.registration.lead}>
      <RegistrationForm rejection={rejection} />
    </FormPage>
  )
}
