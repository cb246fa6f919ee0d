import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { walkTo } from "#client/testing/header.ts"
import { rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { contactFields } from "#server/testing/fixtures.ts"

const region = () => within(screen.getByRole("region", { name: /Notifications/ }))
const toast = () => region().queryByRole("status") ?? region().queryByRole("alert")

async function openForm() {
  fakeTime()
  const opened = await openScreen("/contact")
  await screen.findByRole("heading", { level: 1, name: "Contactez-Nous" })
  return opened
}

async function send(user: UserEvent) {
  const form = within(screen.getByRole("main"))
  await fill(user, form.getByLabelText("Prénom"), contactFields.firstName)
  await fill(user, form.getByLabelText("Nom"), contactFields.lastName)
  await fill(user, form.getByLabelText("Email"), contactFields.email)
  await user.selectOptions(form.getByLabelText("Secteur"), contactFields.sector)
  await fill(user, form.getByLabelText("Message"), contactFields.message)
  await user.click(form.getByRole("button", { name: "Envoyer la demande" }))
}

test("a toast stays for five seconds", async () => {
  const { user } = await openForm()
  await send(user)
  await region().findByText("Message envoyé")
  expect(region().getByRole("status").textContent).toContain(
    "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  )
  await passTime(4500)
  expect(toast()).not.toBeNull()
  await passTime(600)
  expect(toast()).toBeNull()
})

test("a newer toast takes the place of the one before, and has its own five seconds", async () => {
  const { user, network } = await openForm()
  await send(user)
  await region().findByText("Message envoyé")
  await passTime(3000)
  network.answer("messages.send", rejection("Plus tard"))
  await send(user)
  await region().findByText("Plus tard")
  expect(region().getByRole("alert").textContent).toContain("Erreur")
  expect(region().queryByText("Message envoyé")).toBeNull()
  await passTime(3000)
  expect(toast()).not.toBeNull()
  await passTime(2100)
  expect(toast()).toBeNull()
})

test("F8 leads to the notifications, where a toast stays while somebody is at it", async () => {
  const { user } = await openForm()
  await user.keyboard("{F8}")
  expect(document.activeElement).toBe(screen.getByRole("region", { name: /Notifications/ }))
  await send(user)
  await region().findByText("Message envoyé")
  await user.keyboard("{F8}")
  await passTime(20_000)
  expect(toast()).not.toBeNull()
  within(screen.getByRole("main")).getByLabelText("Prénom").focus()
  await passTime(5100)
  expect(toast()).toBeNull()
})

test("a toast stays on the next page, and the next stop after F8 closes it", async () => {
  const { user } = await openForm()
  await send(user)
  await region().findByText("Message envoyé")
  await walkTo(user, "Accueil")
  expect(toast()).not.toBeNull()
  await user.keyboard("{F8}")
  await user.tab()
  expect(document.activeElement).toBe(region().getByRole("button", { name: "Fermer" }))
  await user.keyboard("{Enter}")
  await waitFor(() => expect(toast()).toBeNull())
})
