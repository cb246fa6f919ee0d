import { firstTemplates } from "#server/published-content/first-templates.ts"
import type { DefaultOf } from "./default-of.ts"

export const parametres: DefaultOf<"parametres"> = {
  registration: { open: "oui" },
  messages: { notify: [], keepMonths: 24, ...firstTemplates },
}
