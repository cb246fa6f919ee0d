import type { UserEvent } from "@testing-library/user-event"

/** Replaces the text of a field at once, where single keys make no difference. */
export async function fill(user: UserEvent, field: Element, text: string) {
  await user.clear(field)
  if (text) await user.paste(text)
}
