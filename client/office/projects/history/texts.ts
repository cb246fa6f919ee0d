import { formatNumber, pluralize } from "#client/office/french/pluralize.ts"
import type { RevisionAction } from "#server/contract/projects.ts"

export const revisionActions: Record<RevisionAction, string> = {
  create: "Création",
  import: "Import",
  update: "Modification",
  autosave: "Enregistrement automatique",
  publish: "Publication",
  withdraw: "Retrait du site",
  schedule: "Publication programmée",
  unschedule: "Programmation annulée",
  trash: "Mise à la corbeille",
  restore: "Sortie de la corbeille",
  revert: "Retour à une version",
  undo: "Action groupée annulée",
  pin: "Mise en tête du secteur",
  unpin: "Retrait de la tête du secteur",
  "replace picture": "Image remplacée",
  "drop lost image": "Image perdue retirée",
  "erase person": "Photo d’une personne effacée retirée",
}

export const projectHistory = {
  title: (name: string) => `Historique\u00a0: ${name}`,
  lead: "Chaque enregistrement, le plus récent d’abord. Restaurer une version reprend ses textes et ses images\u202f; l’état du projet ne change pas.",
  back: "Retour à l’éditeur",
  loadingFailed: "Erreur lors du chargement de l’historique\u00a0: ",
  gone: {
    title: "Ce projet n’existe pas",
    text: "Il a été effacé définitivement, ou l’adresse n’est pas la bonne.",
  },
  toProjects: "Voir les projets",
  list: {
    current: "Version actuelle",
    by: (author: string | null) => (author ? `Par ${author}` : "Par le site lui-même, ou par un compte supprimé"),
    change: (action: string, fields: readonly string[]) =>
      fields.length === 0 ? action : `${action}\u00a0: ${fields.join(", ")}`,
    full: (count: number) => `Les ${formatNumber(count)} dernières versions sont affichées.`,
    compare: "Comparer",
    compareOf: (date: string) => `Comparer la version du ${date}`,
    restore: "Restaurer",
    restoreOf: (date: string) => `Restaurer la version du ${date}`,
  },
  comparison: {
    title: (date: string) => `Version du ${date} et version actuelle`,
    before: "Cette version",
    after: "Version actuelle",
    count: (count: number) =>
      count === 0
        ? "Les textes et les images sont les mêmes."
        : pluralize(count, "champ différent", "champs différents"),
    only: "Ce projet n’a qu’une version. Les suivantes s’afficheront ici, champ par champ.",
    noImages: "(aucune image)",
  },
  restored: (date: string, missingImages: readonly string[]) =>
    missingImages.length === 0
      ? `La version du ${date} est restaurée. Pour revenir en arrière, restaurez la précédente.`
      : `La version du ${date} est restaurée, sauf ${pluralize(missingImages.length, "image supprimée", "images supprimées")} depuis\u00a0: ${missingImages.join(", ")}. Ce qui est encore dans la corbeille des images peut en sortir\u202f; restaurez alors cette version de nouveau.`,
  restoringFailed: "La version n’a pas pu être restaurée\u00a0: ",
} as const
