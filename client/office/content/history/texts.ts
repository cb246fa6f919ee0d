import { formatNumber, pluralize } from "#client/office/french/pluralize.ts"

export const contentHistory = {
  title: (page: string) => `Historique\u00a0: ${page}`,
  lead: "Chaque publication de cette page, la plus récente d’abord.",
  back: "Retour à l’éditeur",
  loading: "Chargement de l’historique…",
  loadingFailed: "Erreur lors du chargement de l’historique\u00a0: ",
  none: {
    title: "Aucune publication pour l’instant",
    text: "Les visiteurs lisent les textes d’origine de cette page. Chaque publication s’affichera ici.",
  },
  list: {
    online: "En ligne",
    original: "Textes d’origine",
    originalText: "Ce que disait la page avant sa première publication.",
    publishedBy: (author: string | null) =>
      author ? `Publié par ${author}` : "Publié hors de l’administration, ou par un compte supprimé",
    changes: "Ce qui a changé",
    moreChanges: (count: number) => `et ${formatNumber(count)} ${count === 1 ? "autre" : "autres"}`,
    compare: "Voir les changements",
    compareOf: (date: string) => `Voir les changements du ${date}`,
    restore: "Restaurer comme brouillon",
    restoreOf: (name: string) => `Restaurer comme brouillon\u00a0: ${name}`,
  },
  comparison: {
    title: "Comparaison",
    before: "Avant",
    after: "Après",
    count: (count: number) =>
      count === 0 ? "Ces deux versions sont identiques." : pluralize(count, "champ modifié", "champs modifiés"),
    same: "Choisissez deux versions différentes.",
    loading: "Chargement des deux versions…",
    loadingFailed: "Erreur lors du chargement des deux versions\u00a0: ",
  },
  restoration: {
    question: "Remplacer les modifications non publiées\u202f?",
    detail: (name: string, author: string | null) =>
      `Les modifications non publiées${author ? ` (par ${author})` : ""} seront remplacées par cette version\u00a0: ${name}.`,
    scheduled: (date: string) => ` Elle sera publiée à leur place le ${date}.`,
    confirm: "Remplacer",
    failed: "La version n’a pas pu être restaurée\u00a0: ",
  },
} as const
