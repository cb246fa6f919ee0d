import { formatDate } from "#client/app/dates.ts"
import { formatNumber, pluralize, pluralizeFound } from "#client/office/french/pluralize.ts"
import { formatBytes } from "#client/uploads/bytes.ts"
import type { LibraryPicture, PictureUse, PictureVariant } from "#server/contract/content/pictures.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import { erasedAt, TRASH_DAYS } from "#server/contract/trash.ts"

export const library = {
  lead: "Où elles servent, leur poids, leur description.",
  add: "Ajouter des images",
  search: "Rechercher une image",
  found(count: FoundCount, search: string): string {
    if (count.found === 0) return "Aucune image"
    return search ? pluralizeFound(count, "image trouvée", "images trouvées") : pluralizeFound(count, "image", "images")
  },
  loading: "Chargement des images…",
  loadingError: "Erreur lors du chargement des images\u00a0: ",
  trash: (count: number) => (count > 0 ? `Corbeille (${formatNumber(count)})` : "Corbeille"),
  trashLead: `Les images supprimées se restaurent pendant ${TRASH_DAYS}\u00a0jours, puis elles sont effacées.`,
  back: "Retour aux images",
  none: { title: "Aucune image", text: "Ajoutez-en avec le bouton ci-dessus, ou déposez-les sur cette page." },
  trashEmpty: { title: "La corbeille est vide", text: `Les images supprimées y restent ${TRASH_DAYS}\u00a0jours.` },
  nothingFound: {
    title: "Aucune image ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom du fichier, la description, les projets ou les pages. Essayez un mot plus court.`,
  },
  drop: "Déposez les images ici",
  /** Returns the first text that names the picture. */
  nameOf: ({ picture, caption, fileName, name }: LibraryPicture) => picture.alt || caption || fileName || name,
  deleted: (name: string) => `«\u00a0${name}\u00a0» est dans la corbeille pour ${TRASH_DAYS}\u00a0jours.`,
  restored: (name: string) => `«\u00a0${name}\u00a0» est de retour parmi les images.`,
  restorationFailed: "L’image n’a pas pu être restaurée\u00a0: ",
  restore: "Restaurer",
  restoreNamed: (name: string) => `Restaurer «\u00a0${name}\u00a0»`,
  erasedOn: (deletedAt: string) => `Sera effacée le ${formatDate(erasedAt(deletedAt))}`,
} as const

export const chooser = {
  title: "Choisir une image",
  previous: "Précédentes",
  next: "Suivantes",
  use: "Utiliser cette image",
} as const

export const pictureUploads = {
  title: "Images envoyées",
  alt: "Description de la photo (texte alternatif)",
  altHelp: "Ce que montre l’image, pour qui ne la voit pas.",
  save: "Enregistrer",
  saved: "Enregistré",
  known: "Déjà dans la bibliothèque",
  stored: "Ajoutée à la bibliothèque",
  waiting: "En attente d’envoi",
  sending: (percent: number) => `Envoi\u00a0: ${percent}\u00a0%`,
  resuming: (seconds: number) => `Reprise dans ${seconds}\u00a0s`,
  offline: "Connexion perdue, l’envoi reprendra",
  retry: (fileName: string) => `Réessayer d’envoyer ${fileName}`,
  progress: (fileName: string) => `Envoi de ${fileName}`,
  remove: (fileName: string) => `Retirer ${fileName} de la liste`,
  twins: (count: number) =>
    `Cette image ressemble à ${count < 2 ? "une autre" : `${count} autres`} de la bibliothèque.`,
  keep: (twins: number) => (twins < 2 ? "Garder les deux" : "Garder aussi cette image"),
  useExisting: (twins: number) => (twins < 2 ? "Utiliser celle qui existe" : "Utiliser la première"),
  failed: "L’image n’a pas pu être enregistrée, réessayez.",
} as const

export const pictureDetails = {
  title: "Détails de l’image",
  loading: "Chargement de l’image…",
  loadingError: "Erreur lors du chargement de l’image\u00a0: ",
  alt: "Description de la photo (texte alternatif)",
  altHelp:
    "Ce que montre l’image, pour qui ne la voit pas. Vide\u00a0: sans description (décorative). Les projets ont leurs propres textes.",
  focus: "Point focal",
  focusHelp:
    "Touchez ce qui doit rester visible dans tous les cadrages, ou déplacez le repère avec les flèches du clavier.",
  focusAt: (x: number, y: number) => `${x}\u00a0% de la gauche, ${y}\u00a0% du haut`,
  center: "Remettre au centre",
  save: "Enregistrer",
  saved: "Enregistré",
  savingError: "Erreur lors de l’enregistrement\u00a0: ",
  replace: "Remplacer",
  replaceQuestion: "Remplacer cette image partout\u202f?",
  replaceDetail: (uses: number) =>
    uses === 0
      ? "Elle ne sert nulle part pour l’instant."
      : `Le changement paraît aussitôt sur le site, ${pluralize(uses, "emplacement")} en tout. L’ancienne image reste dans la bibliothèque.`,
  replaced: "Image remplacée partout.",
  delete: "Supprimer",
  usedTitle: "Cette image est utilisée",
  usedText: "Retirez-la d’abord de là où elle sert, ou remplacez-la\u00a0:",
  bundled: "Cette image fait partie du site\u00a0: elle peut être remplacée, mais pas supprimée.",
  close: "Fermer",
  facts: "Image",
  fileName: "Fichier",
  size: "Dimensions",
  pixels: ({ width, height }: { width: number; height: number }) =>
    `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  weight: "Poids",
  bytes: formatBytes,
  addedOn: "Ajoutée le",
  variants: "Variantes",
  variant: ({ width, format }: PictureVariant) =>
    `${formatNumber(width)} px, ${{ avif: "AVIF", webp: "WebP", jpg: "JPEG" }[format]}`,
  noVariants: "Aucune pour l’instant\u00a0: elles sont créées à la première visite.",
  uses: "Où elle sert",
  use: (use: PictureUse) =>
    use.kind === "project"
      ? `Projet «\u00a0${use.name}\u00a0»`
      : `Page «\u00a0${use.label}\u00a0»${use.state === "draft" ? " (brouillon)" : ""}`,
  altThere: (alt: string) => (alt === "" ? "Sans description (décorative)" : `Description\u00a0: «\u00a0${alt}\u00a0»`),
  unused: "Nulle part pour l’instant.",
} as const
