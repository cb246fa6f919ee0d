import type { ContentState } from "#server/contract/content/edit.ts"
import { CONTENT_SLUGS, type ContentSlug, PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { sharedContents } from "#server/contract/content/shared-contents.ts"
import { contentPages } from "#server/contract/site-pages.ts"

/** The label and the lead of what each editor changes. */
export const contentTexts: Record<ContentSlug, { label: string; lead?: string }> = {
  ...contentPages,
  ...sharedContents,
}

export const contentStates: Record<ContentState, string> = {
  published: "Publié",
  changed: "Modifications non publiées",
  scheduled: "Publication programmée",
}

export const contentList = {
  lead: "Les textes, les chiffres et les images du site, page par page.",
  groups: [
    { title: "Pages", pages: PAGE_SLUGS },
    { title: "Sur tout le site", pages: CONTENT_SLUGS.filter((slug) => slug in sharedContents) },
  ],
  history: "Historique",
  historyOf: (title: string) => `Historique\u00a0: ${title}`,
  original: "Textes d’origine",
  failure: "Erreur lors du chargement des pages\u00a0: ",
  publishedOn: (date: string, by: string | null) => `Publié le ${date}${by ? ` par ${by}` : ""}`,
  changedOn: (date: string, by: string | null) => `Modifié le ${date}${by ? ` par ${by}` : ""}`,
  scheduledFor: (date: string) => `Sera publié le ${date}`,
  nothingFiltered: {
    title: "Rien ne correspond à ce filtre",
    text: "Ce qui attendait est sans doute déjà publié.",
  },
  showAll: "Voir tous les contenus",
} as const

/** What the main button of an editor does. */
export const publication = {
  page: {
    button: "Publier",
    pending: "Publication…",
    done: "Publié\u00a0: les visiteurs lisent ces textes dès maintenant.",
    nothing: "Rien à publier\u00a0: le site montre déjà ces textes.",
    failed: "Rien n’a été publié\u00a0: ",
    invalid: "Rien n’a été publié\u00a0: corrigez les champs signalés.",
    states: contentStates,
  },
  settings: {
    button: "Enregistrer",
    pending: "Enregistrement…",
    done: "Enregistré\u00a0: ces réglages s’appliquent dès maintenant.",
    nothing: "Rien à enregistrer\u00a0: ces réglages s’appliquent déjà.",
    failed: "Rien n’a été enregistré\u00a0: ",
    invalid: "Rien n’a été enregistré\u00a0: corrigez les champs signalés.",
    states: { ...contentStates, published: "En vigueur", changed: "Modifications non enregistrées" },
  },
} as const

export const contentEditor = {
  back: "Gestion du site",
  schedule: "Programmer",
  discard: "Annuler les modifications",
  history: "Historique",
  tabs: { label: "Vue", edit: "Édition", preview: "Aperçu" },
  discarded: "Les modifications sont annulées\u00a0: voici ce que les visiteurs lisent.",
  scheduled: (date: string) => `Publication programmée pour le ${date}.`,
  unscheduled: "La publication n’est plus programmée.",
  failure: {
    schedule: "La publication n’a pas été programmée\u00a0: ",
    discard: "Les modifications n’ont pas été annulées\u00a0: ",
  },
  loading: "Erreur lors du chargement de la page\u00a0: ",
  discardQuestion: "Annuler les modifications\u202f?",
  discardDetail: "Le brouillon est effacé et la page revient à ce que les visiteurs lisent.",
  keep: "Garder le brouillon",
  settingsUnsaved:
    "Ces réglages ne s’appliquent pas encore. Ils restent sur cet appareil et vous seront proposés à votre retour.",
  optional: "facultatif",
  tooLong: (max: number) => `${max} caractères au plus`,
  count: (length: number, max: number) => `${length} / ${max}`,
  facts:
    "Dans les textes, {nom}, {année}, {expérience}, {employés}, {téléphone} et {e-mail} s’affichent avec les coordonnées de l’entreprise.",
  claim: "Valeur d’origine du site\u00a0: changez-la si elle n’est pas exacte.",
  markup: "**Deux étoiles** mettent en gras, [texte](/contact) fait un lien.",
  markupTools: {
    bold: "Gras",
    boldKeys: "Mettre en gras (Ctrl\u00a0+\u00a0B)",
    boldExample: "texte en gras",
    link: "Lien",
    linkKeys: "Faire un lien (Ctrl\u00a0+\u00a0K)",
    linkExample: "texte du lien",
    linkTitle: "Insérer un lien",
    address: "Adresse du lien",
    addressHelp: "Une page du site, comme /contact, ou une adresse qui commence par https://.",
    wrongAddress: "L’adresse doit commencer par / ou par https://",
    insert: "Insérer le lien",
  },
  list: {
    add: (entry: string) => `Ajouter ${withArticle(entry)}`,
    addFirst: (entry: string) => `Ajouter ${withArticle(entry)} au début`,
    full: (max: number) => `${max} entrées au plus`,
    empty: "Aucune entrée pour l’instant.",
    up: (label: string) => `Monter\u00a0: ${label}`,
    down: (label: string) => `Descendre\u00a0: ${label}`,
    first: (label: string) => `Mettre en premier\u00a0: ${label}`,
    remove: (label: string) => `Retirer\u00a0: ${label}`,
    drag: "Glisser pour changer l’ordre",
    moved: (label: string, position: number) => `${label}\u00a0: place ${position}`,
    removed: (label: string) => `Retrait\u00a0: ${label}`,
    undo: "Annuler",
  },
  picture: { change: "Changer", choose: "Choisir une image", remove: "Retirer" },
  scheduleDetail: "La page sera publiée automatiquement, à l’heure de Kinshasa.",
  conflict: {
    title: "Cette page a changé entre-temps",
    text: (by: string | null, date: string) =>
      `${by ?? "Quelqu’un"} l’a modifiée le ${date}. Choisissez ce que vous gardez ; rien n’est perdu.`,
    later: "Plus tard",
    ended: "Votre choix est fait. L’autre texte reste disponible tant que cette page est ouverte.",
    restoreTheirs: "Reprendre l’autre version",
    restoreMine: "Reprendre ma version",
    empty: "(vide)",
  },
} as const

const feminine: readonly string[] = ["Carte", "Étape", "Photo", "Réalisation", "Colonne", "Page"]

function withArticle(entry: string): string {
  return `${feminine.includes(entry) ? "une" : "un"} ${entry.toLowerCase()}`
}
