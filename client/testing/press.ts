import { waitFor } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"

/** Clicks a button as soon as it is there and available: it is not while what was done before goes on. */
export async function press(user: UserEvent, find: () => HTMLElement): Promise<void> {
  await waitFor(() => {
    if (find().getAttribute("aria-disabled") === "true") throw new Error("the button is not available")
  })
  await user.click(find())
}
