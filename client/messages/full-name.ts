import type { Message } from "#server/contract/messages.ts"

export function fullName({ firstName, lastName }: Message): string {
  return `${firstName} ${lastName}`
}
