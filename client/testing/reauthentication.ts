import { screen, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"
import { fill } from "./fill.ts"

/** Waits for the question who one is. */
export function findReauthentication(): Promise<HTMLElement> {
  return screen.findByRole("dialog", { name: "Confirmez que c’est bien vous" })
}

/** Gives the password when the screen asks for it. */
export async function reauthenticate(user: UserEvent, password = TEST_PASSWORD) {
  const dialog = within(await findReauthentication())
  await fill(user, dialog.getByLabelText("Mot de passe"), password)
  await user.click(dialog.getByRole("button", { name: "Confirmer" }))
}
