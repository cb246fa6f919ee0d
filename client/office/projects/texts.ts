import { formatNumber, pluralize, pluralizeFound } from "#client/office/french/pluralize.ts"
import { formatBytes } from "#client/uploads/bytes.ts"
import { LONGEST_SIDE } from "#server/contract/images.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import {
  ADDRESS_MAX,
  DESCRIPTION_MAX,
  IMAGES_MAX,
  NAME_MAX,
  type ProjectFields,
} from "#server/contract/project-drafts.ts"
import type { ProjectSort } from "#server/contract/project-sorts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"

const sorts: Record<ProjectSort, string> = {
  newest: "Plus récents d’abord",
  oldest: "Plus anciens d’abord",
  name: "Nom, de A à Z",
  sector: "Secteur",
  status: "Statut",
}

export const projectTable = {
  add: "Ajouter un projet",
  counters: { total: "Total", done: "Terminés", ongoing: "En cours", waiting: "En attente" },
  search: "Rechercher un projet",
  sort: "Trier par",
  sorts,
  found(count: FoundCount, isFiltered: boolean): string {
    if (count.found === 0) return isFiltered ? "Aucun projet trouvé" : "Aucun projet"
    return isFiltered
      ? pluralizeFound(count, "projet trouvé", "projets trouvés")
      : pluralizeFound(count, "projet", "projets")
  },
  columns: {
    select: "Sélection",
    project: "Projet",
    pictures: "Image",
    address: "Adresse",
    sector: "Secteur",
    status: "Statut",
    state: "État",
    date: "Date",
    actions: "Actions",
  },
  selectNamed: (name: string) => `Sélectionner ${name}`,
  statusOf: (name: string) => `Statut de ${name}`,
  statusChanged: (name: string, status: string) => `«\u00a0${name}\u00a0»\u00a0: ${status}.`,
  statusRestored: (name: string, status: string) =>
    `Changement annulé\u00a0: le statut de «\u00a0${name}\u00a0» est de nouveau «\u00a0${status}\u00a0».`,
  statusNotRestored: "Le statut n’a pas pu être remis\u00a0: ",
  back: "Tous les projets",
  states: {
    scheduled: (day: string) => `Programmé le\u00a0${day}`,
    trashed: (day: string) => `Sera effacé le\u00a0${day}`,
  },
  restore: "Restaurer",
  restoreNamed: (name: string) => `Restaurer ${name}`,
  view: "Voir",
  viewNamed: (name: string) => `Voir ${name} (nouvel onglet)`,
  history: "Historique",
  historyNamed: (name: string) => `Historique de ${name}`,
  edit: "Modifier",
  editNamed: (name: string) => `Modifier ${name}`,
  delete: "Supprimer",
  deleteNamed: (name: string) => `Supprimer ${name}`,
  noPicture: "Sans image",
  none: {
    title: "Aucun projet pour l’instant",
    text: "Ajoutez le premier\u00a0: il paraîtra aussitôt sur la page de son secteur.",
    action: "Ajouter le premier projet",
  },
  nothingFound: {
    title: "Aucun projet ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom, le secteur ou le statut. Essayez un mot plus court.`,
  },
} as const

export const projectDeletion = {
  question: "Êtes-vous sûr de vouloir supprimer ce projet ?",
  detail: (name: string) =>
    `«\u00a0${name}\u00a0» sera placé dans la corbeille, hors de vue des visiteurs. Vous pourrez le restaurer pendant ${TRASH_DAYS}\u00a0jours.`,
  confirm: "Supprimer",
  done: responseTexts.projectDeleted,
  text: (name: string) =>
    `«\u00a0${name}\u00a0» est dans la corbeille pour ${TRASH_DAYS}\u00a0jours, hors de vue des visiteurs.`,
  see: (page: string) => `Voir la page ${page}`,
  restored: responseTexts.projectRestored,
  restoredText: (name: string) => `«\u00a0${name}\u00a0» est sorti de la corbeille, dans l’état où il était.`,
  restorationFailed: "Le projet n’a pas pu être restauré\u00a0: ",
} as const

const help: Partial<Record<keyof ProjectFields, string>> = {
  name: `${formatNumber(NAME_MAX)}\u00a0caractères au plus.`,
  description: `${formatNumber(DESCRIPTION_MAX)}\u00a0caractères au plus.`,
  address: `Telle qu’elle paraîtra sur le site\u00a0: ${formatNumber(ADDRESS_MAX)}\u00a0caractères au plus.`,
  images:
    `JPG, PNG ou WebP\u00a0: ${IMAGES_MAX}\u00a0images au plus, 10\u00a0Mo et ` +
    `200\u00a0millions de points chacune. Au-delà de ${formatNumber(LONGEST_SIDE)}\u00a0pixels de côté, ` +
    "elles sont réduites avant l’envoi. La première paraît sur la carte du projet.",
}

export const projectForm = {
  mandatory: "obligatoire",
  forPublication: "pour publier",
  optional: "facultatif",
  help,
  choose: { status: "Choisissez un statut", sector: "Choisissez un secteur", none: "Sans réponse" },
  importedStatus: (status: string) =>
    `Statut d’origine\u00a0: «\u00a0${status}\u00a0». Il reste tant que vous n’en choisissez pas.`,
  submit: { create: "Ajouter le projet", edit: "Enregistrer" },
  sending: "Envoi des images…",
  saving: "Enregistrement…",
  cancel: "Annuler",
  goOn: "Continuer sans les images refusées",
  shortcut: "Ctrl\u00a0+\u00a0S enregistre",
  fieldMissing: "Ce champ est obligatoire",
  goingToList: "Retour à la liste des projets…",
  goingToDashboard: "Retour au Dashboard…",
  loading: "Chargement du projet…",
  none: {
    title: "Aucun projet sélectionné",
    text: "Choisissez-en un dans la liste, puis «\u00a0Modifier\u00a0».",
    back: "Retour au Dashboard",
  },
} as const

export const projectPictures = {
  pick: "Choisissez des images, déposez-les ici ou collez-les",
  drop: "Déposez les images ici",
  list: "Ordre des photos",
  first: "Principale",
  alt: (position: number) => `Description de la photo ${position}`,
  altExample: "Ce que montre l’image",
  decorative: "Sans description (décorative)",
  /** Screen readers read it after « décorative ». */
  ofImage: (position: number) => `\u00a0: image ${position}`,
  drag: "Faire glisser pour changer l’ordre",
  toFront: "Mettre en premier",
  up: "Monter",
  down: "Descendre",
  remove: "Retirer",
  cancel: "Annuler l’envoi",
  retryAll: "Réessayer l’envoi",
  /** Returns the name of a button, such as « Monter : image 2 ». */
  of: (action: string, position: number) => `${action}\u00a0: image ${position}`,
  moved: (position: number) => `Image placée en position ${position}.`,
  removed: "Image retirée.",
  states: {
    checking: "Vérification…",
    preparing: "Préparation…",
    waiting: "En attente d’envoi",
    sending: (percent: number) => `Envoi\u00a0: ${percent}\u00a0%`,
    finishing: "Enregistrement de l’image…",
    stored: "Envoyée",
    failed: "Non envoyée",
  },
  progress: (position: number) => `Envoi de l’image ${position}`,
  /** Texts about the progress of all uploads of pictures. */
  overall: {
    label: "Envoi des images",
    sending: (remaining: number, total: number, percent: number) =>
      `Envoi de ${pluralize(remaining, "image")} sur ${total}\u00a0: ${percent}\u00a0%`,
    remaining: (remaining: number, total: number) => `Envoi de ${pluralize(remaining, "image")} sur ${total}.`,
    done: "Les images sont envoyées.",
  },
  weight: (before: number, after: number) =>
    after < before ? `${formatBytes(before)} → ${formatBytes(after)}` : formatBytes(before),
  size: (width: number, height: number) => `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  count: (count: number) =>
    count < IMAGES_MAX
      ? `${count} sur ${IMAGES_MAX}, encore ${pluralize(IMAGES_MAX - count, "place")}`
      : `${count} sur ${IMAGES_MAX}\u00a0: la liste est pleine`,
  repeated: "Cette image est déjà dans la liste",
  refused(files: readonly { fileName: string; reason: string }[], { isSaved }: { isSaved: boolean }) {
    const names = files.map(({ fileName, reason }) => `«\u00a0${fileName}\u00a0» (${reason})`).join(", ")
    return {
      title: files.length < 2 ? "Une image a été refusée" : "Des images ont été refusées",
      text: isSaved
        ? `${names}. Le projet est enregistré sans elle${files.length < 2 ? "" : "s"}.`
        : `${names}. Rien n’est encore enregistré\u00a0: ajoutez une autre image, ou continuez sans elle${files.length < 2 ? "" : "s"}.`,
    }
  },
  notSent: "Des images n’ont pas été envoyées\u00a0: réessayez ou retirez-les, puis enregistrez.",
} as const

/** Texts of the dialog for a project that two people have edited at once. */
export const conflict = {
  title: "Ce projet a changé entre-temps",
  text: (by: string | null | undefined, when: string) =>
    `${by ?? "Quelqu’un d’autre"} l’a enregistré le ${when}. Rien n’est perdu\u00a0: choisissez ce qui reste, champ par champ ou d’un coup.`,
  later: "Revenir au formulaire",
  empty: "(vide)",
  noImages: "(aucune image)",
} as const

export const savingErrors = {
  create: "Erreur lors de l'ajout du projet",
  update: "Erreur lors de la mise à jour",
  networkPrefix: "Erreur de réseau : ",
  missing: responseTexts.projectNotFound,
} as const
