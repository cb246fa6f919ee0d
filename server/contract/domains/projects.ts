import type { Domain } from "./domain.ts"

export const projects = {
  rights: {
    "projects.read": { roles: ["editor", "reader"], token: "Lire les projets, brouillons compris" },
    "projects.write": { roles: ["editor"], token: "Créer, modifier et supprimer des projets" },
  },
  subjects: {
    project: {
      slug: "projet",
      label: "Projet",
      the: "le projet",
      one: "un projet",
      of: "du projet",
      to: "au projet",
    },
  },
  menu: [{ label: "Projets", to: "/admin/projects", icon: "building", right: "projects.read" }],
  holdsVisitorData: false,
} as const satisfies Domain
