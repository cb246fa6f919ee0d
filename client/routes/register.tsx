import { createFileRoute } from "@tanstack/react-router"
import { RegistrationForm } from "#client/accounts/registration-form.tsx"
import { accounts } from "#client/copy/accounts.ts"
import { FormPage } from "#client/site/form-page.tsx"
import { pageHead } from "#client/site/head.ts"

export const Route = createFileRoute("/register")({
  loader: ({ context: { refusal } }) => refusal,
  head: ({ match: { context } }) =>
    pageHead(context.origin, {
      title: accounts.registration.title,
      description: accounts.registration.description,
      path: "/register",
      robots: "noindex",
    }),
  component: Register,
})

function Register() {
  const refusal = Route.useLoaderData()
  return (
    <FormPage title={accounts.registration.title} lead={accounts.registration.lead}>
      <RegistrationForm refusal={refusal} />
    </FormPage>
  )
}
