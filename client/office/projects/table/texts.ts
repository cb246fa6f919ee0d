import { formatNumber, pluralize } from "#client/office/french/pluralize.ts"
import { adminSectors } from "#client/office/french/sectors.ts"
import { bulkTexts } from "#client/office/list/texts.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import { type BulkAction, PINS_MAX } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"

/** Texts of the filters of the list of projects. */
export const projectFilters = {
  states: {
    label: "Projets par état",
    all: "Tous",
    draft: "Brouillons",
    scheduled: "Programmés",
    published: "Publiés",
    trashed: "Corbeille",
  },
  sector: { label: "Filtrer par secteur", all: "Tous les secteurs" },
  status: { label: "Filtrer par statut", all: "Tous les statuts", none: NO_STATUS },
  year: { label: "Filtrer par année", all: "Toutes les années" },
  pictures: { label: "Filtrer par images", all: "Avec ou sans images", with: "Avec images", without: "Sans images" },
  columns: "Colonnes",
  export: "Exporter",
  import: "Importer",
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

const done: Record<BulkAction["kind"], [one: string, many: string]> = {
  publish: ["projet publié", "projets publiés"],
  withdraw: ["projet redevenu un brouillon", "projets redevenus des brouillons"],
  trash: ["projet mis à la corbeille", "projets mis à la corbeille"],
  restore: ["projet restauré", "projets restaurés"],
  status: ["projet passé à", "projets passés à"],
  sector: ["projet classé dans", "projets classés dans"],
}

const failuresShown = 10

/** Texts about changes of many projects. */
export const bulk = {
  selected: (count: number) => pluralize(count, "projet sélectionné", "projets sélectionnés"),
  selectFound: ({ found, foundIsCapped }: FoundCount) =>
    foundIsCapped ? "Sélectionner tous les projets trouvés" : `Sélectionner les ${formatNumber(found)} projets trouvés`,
  actions: {
    publish: "Publier",
    withdraw: "Retirer",
    status: "Statut",
    sector: "Secteur",
    trash: "Corbeille",
    restore: "Restaurer",
  } satisfies Record<BulkAction["kind"], string>,
  ...bulkTexts("projet"),
  /** Returns an outcome such as « 20 projets publiés. » */
  done(action: BulkAction, count: number): string {
    if (count === 0) return "Aucun projet n’a changé."
    const value = action.kind === "status" ? action.status : action.kind === "sector" ? adminSectors[action.sector] : ""
    return `${pluralize(count, ...done[action.kind])}${value && ` «\u00a0${value}\u00a0»`}.`
  },
  unchanged: "Il n’y avait rien à changer.",
  failed: (count: number) =>
    `${pluralize(count, "projet n’a pas pu être modifié", "projets n’ont pas pu être modifiés")}\u00a0:`,
  failuresShown,
  otherFailures: (count: number) => `et ${pluralize(count - failuresShown, "autre")}`,
} as const

/** Texts about the order of the projects at the top of a sector. */
export const pins = {
  title: "En tête du secteur",
  lead: (page: string) => `Ces projets ouvrent la page ${page}\u00a0: ${PINS_MAX} au plus, dans cet ordre.`,
  none: "Aucun projet épinglé\u00a0: choisissez-en dans la liste avec «\u00a0Épingler en tête\u00a0».",
  chooseSector: "Pour épingler des projets en tête d’un secteur, filtrez la liste par ce secteur.",
  pin: "Épingler en tête",
  unpin: "Désépingler",
  of: (action: string, name: string) => `${action}\u00a0: ${name}`,
  up: "Monter",
  down: "Descendre",
  drag: "Faire glisser pour changer l’ordre",
  full: {
    title: responseTexts.tooManyPins,
    text: "Désépinglez-en un, puis épinglez celui-ci.",
  },
  pinned: (name: string, position: number) => `${name} est épinglé en position ${position}.`,
  unpinned: (name: string) => `${name} n’est plus épinglé.`,
  failed: "L’ordre n’a pas pu être enregistré\u00a0: ",
  loadingFailed: "Les projets épinglés n’ont pas pu être chargés\u00a0: ",
} as const
