import type { DefaultOf } from "./default-of.ts"
import { firstTemplates } from "./first-templates.ts"

export const parametres: DefaultOf<"parametres"> = {
  registration: { open: "oui" },
  projects: { cancelled: "oui" },
  messages: { notify: [], keepMonths: 24, ...firstTemplates },
}
