import { screen, within } from "@testing-library/dom"
import { test } from "vitest"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { installPasskeys } from "#client/testing/passkeys.ts"

test("the offer of a passkey is renewed before its challenge expires", async () => {
  fakeTime()
  installPasskeys({ suggests: true })
  const { user, network } = await openScreen("/login")
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  await user.click(within(screen.getByRole("main")).getByLabelText("E-mail"))
  await network.sent("factors.signInOptions")
  await passTime(10 * 60_000)
  await network.sent("factors.signInOptions", 2)
})
