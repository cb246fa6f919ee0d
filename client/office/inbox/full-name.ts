import type { Message } from "#server/contract/messages.ts"

export function fullName({ firstName, lastName }: Pick<Message, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`
}
