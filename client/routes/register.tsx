import { createFileRoute } from "@tanstack/react-router"
import { accounts } from "#client/app/account-texts.ts"
import { RegistrationForm } from "#client/site/account/registration-form.tsx"
import { FormPage } from "#client/site/frame/form-page.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { heads } from "#client/site/frame/head-texts.ts"
import { useLoadedSite } from "#client/site/frame/site-content.ts"

export const Route = createFileRoute("/register")({
  loader: ({ context: { rejection } }) => rejection,
  head: ({ match: { context } }) => pageHead(context, { ...heads.registration, path: "/register", robots: "noindex" }),
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
