import type { ProjectState } from "#server/contract/project-states.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"

/** The list of projects: what it is filtered by. */
export const projectFilters = {
  states: {
    label: "Projets par état",
    all: "Tous",
    draft: "Brouillons",
    scheduled: "Programmés",
    published: "Publiés",
    trashed: "Corbeille",
  },
  show: (active: number) => (active > 0 ? `Filtres (${active})` : "Filtres"),
  sector: { label: "Filtrer par secteur", all: "Tous les secteurs" },
  status: { label: "Filtrer par statut", all: "Tous les statuts", none: NO_STATUS },
  year: { label: "Filtrer par année", all: "Toutes les années" },
  pictures: { label: "Filtrer par images", all: "Avec ou sans images", with: "Avec images", without: "Sans images" },
  active: "Filtres actifs",
  remove: (filter: string) => `Retirer le filtre\u00a0: ${filter}`,
  clear: "Effacer les filtres",
  columns: "Colonnes",
  export: "Exporter",
  trashLead: `Les projets supprimés se restaurent pendant ${TRASH_DAYS}\u00a0jours, puis ils sont effacés avec leurs images.`,
} as const

export const emptyStates: Record<ProjectState, { title: string; text: string }> = {
  draft: {
    title: "Aucun brouillon",
    text: "Un projet enregistré comme brouillon attend ici\u00a0: personne d’autre ne le voit avant sa publication.",
  },
  scheduled: {
    title: "Aucun projet programmé",
    text: "Un projet programmé attend ici, et paraît de lui-même à l’heure choisie.",
  },
  published: {
    title: "Aucun projet publié",
    text: "Publiez un brouillon\u00a0: il paraîtra aussitôt sur la page de son secteur.",
  },
  trashed: {
    title: "La corbeille est vide",
    text: `Les projets supprimés y restent ${TRASH_DAYS}\u00a0jours.`,
  },
}

export const nothingFiltered = {
  title: "Aucun projet ne correspond à ces filtres",
  text: "Retirez-en un, ou effacez-les tous.",
} as const
