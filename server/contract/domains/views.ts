import type { Domain } from "./domain.ts"

export const views = {
  rights: {},
  subjects: {
    view: {
      slug: "vue",
      label: "Vue enregistrée",
      the: "la vue",
      one: "une vue",
      of: "de la vue",
      to: "à la vue",
    },
  },
  menu: [],
  holdsVisitorData: false,
} as const satisfies Domain
