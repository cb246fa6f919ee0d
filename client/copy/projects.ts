import type { ProjectFields } from "#server/contract/project-drafts.ts"

/** What the fields of a project are called. */
export const projectLabels = {
  name: "Nom du projet",
  description: "Description",
  address: "Adresse",
  status: "Statut",
  sector: "Secteur",
  images: "Images",
} as const satisfies Record<keyof ProjectFields, string>
