import { formatNumber, pluralize } from "#client/office/french/pluralize.ts"
import { adminSectors } from "#client/office/french/sectors.ts"
import { formatBytes } from "#client/uploads/bytes.ts"
import { CSV_ROWS_MAX, type CsvEncoding, type CsvSeparator } from "#server/contract/csv.ts"
import { DECORATIVE, type ImportedColumn } from "#server/contract/project-csv.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"

const choices = new Intl.ListFormat("fr-FR", { type: "disjunction" })
const several = new Intl.ListFormat("fr-FR")

const quote = (text: string) => `«\u00a0${text}\u00a0»`

const toPublish = "obligatoire pour publier"

export const importFile = {
  lead: "Créez ou mettez à jour en une fois les projets d’un tableau Excel ou LibreOffice.",
  back: "Retour aux projets",
  label: "Fichier CSV",
  pick: "Choisissez-le, ou déposez-le ici.",
  drop: "Déposez le fichier ici",
  help: `${formatNumber(CSV_ROWS_MAX)}\u00a0projets et 2\u00a0Mo au plus. Vous verrez chaque ligne avant que rien ne soit créé.`,
  reading: (name: string) => `Lecture de ${quote(name)}…`,
  sending: "Envoi du fichier",
  guide: "Préparer le fichier",
  template: "Télécharger un modèle",
  order:
    "La première ligne porte les titres des colonnes, dans l’ordre que vous voulez\u202f; les autres colonnes sont ignorées. Un fichier exporté de la liste convient\u00a0: une ligne dont l’identifiant est connu met son projet à jour, les autres en créent.",
  mandatory: "obligatoire",
  optional: "facultatif",
  columns: {
    name: "200\u00a0caractères au plus",
    sector: choices.format(SECTORS.map((sector) => adminSectors[sector])),
    status: `${choices.format(STATUSES)}\u202f; ${toPublish}`,
    address: "300\u00a0caractères au plus",
    description: `10\u00a0000\u00a0caractères au plus\u202f; ${toPublish}`,
    images: "Noms d’images de la bibliothèque, séparés par des espaces\u00a0: 12 au plus",
    alts: `Une ligne par image, dans le même ordre\u202f; ${quote(DECORATIVE)} pour une image qui n’en a pas besoin`,
  } as Partial<Record<ImportedColumn, string>>,
} as const

const ready = (count: number) => `${pluralize(count, "ligne")} ${count < 2 ? "prête" : "prêtes"}`

export const importPreview = {
  counts: (valid: number, invalid: number) =>
    invalid === 0 ? ready(valid) : `${ready(valid)}, ${formatNumber(invalid)} à corriger`,
  file: (name: string, bytes: number) => `${name} (${formatBytes(bytes)})`,
  other: "Choisir un autre fichier",
  allReady: "Rien ne change tant que vous n’avez pas importé.",
  faultyLeft:
    "Corrigez le fichier dans votre tableur, enregistrez-le, puis choisissez-le à nouveau. Ou importez les bonnes lignes, et gardez les autres dans un fichier à corriger.",
  plan: (created: number, updated: number, kept: number) =>
    `${several.format([
      ...(created > 0 ? [pluralize(created, "projet créé", "projets créés")] : []),
      ...(updated > 0 ? [pluralize(updated, "projet mis à jour", "projets mis à jour")] : []),
      ...(kept > 0 ? [pluralize(kept, "projet inchangé", "projets inchangés")] : []),
    ])}.`,
  ignored: (titles: readonly string[]) =>
    `${titles.length < 2 ? "Colonne ignorée" : "Colonnes ignorées"}\u00a0: ${several.format(titles.map(quote))}`,
  rows: "Lignes du fichier",
  onlyErrors: "Seulement les erreurs",
  shown: (shown: number, total: number) =>
    shown < total
      ? `${pluralize(shown, "ligne affichée", "lignes affichées")} sur ${formatNumber(total)}`
      : pluralize(total, "ligne"),
  more: "Afficher plus",
  line: "Ligne",
  lineNumber: (line: number) => `Ligne ${line}`,
  check: "État",
  actions: { create: "Nouveau", update: "Mise à jour", keep: "Inchangé" },
  current: (name: string) => `de ${quote(name)}`,
  faulty: "À corriger",
  empty: "(vide)",
} as const

/** Texts about how a file was read. */
export const fileReading = {
  title: "Ce que contient le fichier",
  lead: "Si les lettres accentuées ou les colonnes sont fausses, choisissez un autre encodage ou un autre séparateur.",
  summary: (encoding: string, separator: string) =>
    `Lecture\u00a0: ${encoding}, ${separator.toLowerCase()} entre les cellules`,
  encoding: "Encodage",
  encodings: {
    "utf-8": "Unicode (UTF-8)",
    "windows-1252": "Windows, Excel en français",
    macintosh: "Mac (ancien Excel)",
    "utf-16le": "Unicode (UTF-16)",
    "utf-16be": "Unicode (UTF-16 inversé)",
  } satisfies Record<CsvEncoding, string>,
  separator: "Séparateur",
  separators: {
    semicolon: "Point-virgule",
    comma: "Virgule",
    tab: "Tabulation",
    bar: "Barre verticale",
  } satisfies Record<CsvSeparator, string>,
  rows: "Premières lignes telles qu’elles ont été lues",
} as const

export const importing = {
  legend: "État des projets créés",
  states: {
    draft: { label: "Importer comme brouillons", help: "Vous les relisez, puis vous les publiez." },
    published: { label: "Publier aussitôt", help: "Ils paraissent sur le site dès la fin de l’import." },
  },
  submit: (count: number) => `Importer ${pluralize(count, "projet")}`,
  submitGood: (count: number) =>
    count < 2 ? "Importer la bonne ligne" : `Importer les ${formatNumber(count)} bonnes lignes`,
  nothing: "Rien à importer",
  unchanged: "Le site a déjà tout ce que dit ce fichier.",
  saveFaulty: (count: number) =>
    count < 2 ? "Télécharger la ligne à corriger" : `Télécharger les ${formatNumber(count)} lignes à corriger`,
  faultyName: "a-corriger.csv",
  faultyFailed: "Les lignes à corriger n’ont pas pu être téléchargées\u00a0: ",
  correct: "Corrigez d’abord le fichier",
  pending: "Import en cours…",
  blocked: (invalid: number) =>
    invalid < 2
      ? "Une ligne est à corriger avant de pouvoir importer."
      : `${formatNumber(invalid)}\u00a0lignes sont à corriger avant de pouvoir importer.`,
  incomplete: (count: number) =>
    count < 2
      ? "Une ligne n’a pas de description ou de statut\u00a0: complétez-la, ou importez le fichier comme brouillons."
      : `${formatNumber(count)}\u00a0lignes n’ont pas de description ou de statut\u00a0: complétez-les, ou importez le fichier comme brouillons.`,
  retry: "Réessayer",
  checkAgain: "Vérifier à nouveau",
  failures: {
    preview: "Le fichier n’a pas été lu",
    import: "Rien n’a été importé",
    uncertain: "L’import n’est pas confirmé",
    network: "La connexion s’est interrompue. Réessayez dès qu’elle est revenue.",
    again:
      "La connexion s’est interrompue avant la réponse. Réessayez\u00a0: si les projets ont déjà été créés, ils ne le seront pas une seconde fois.",
    server: "Le serveur n’a pas répondu comme prévu, réessayez dans un instant.",
    unreadable: "Ce fichier n’a pas pu être lu sur votre appareil\u00a0: choisissez-le à nouveau.",
    several: "Choisissez un seul fichier à la fois.",
  },
} as const

export const imported = {
  title: (created: number, updated: number) =>
    several.format([
      ...(created > 0 || updated === 0 ? [pluralize(created, "projet importé", "projets importés")] : []),
      ...(updated > 0 ? [pluralize(updated, "projet mis à jour", "projets mis à jour")] : []),
    ]),
  draft: (count: number) =>
    count < 2 ? "C’est un brouillon, visible ici seulement." : "Ce sont des brouillons, visibles ici seulement.",
  published: (count: number) => (count < 2 ? "Il paraît sur le site." : "Ils paraissent sur le site."),
  see: { draft: "Voir les brouillons", published: "Voir les projets publiés" },
  undo: "Annuler",
  undoing: "Annulation…",
  undoFailed: "L’import n’a pas été annulé en entier\u00a0: réessayez.",
  undone: "Import annulé",
  inTrash: (count: number) =>
    count < 2
      ? `${pluralize(count, "projet")} est dans la corbeille pour ${TRASH_DAYS}\u00a0jours.`
      : `${pluralize(count, "projet")} sont dans la corbeille pour ${TRASH_DAYS}\u00a0jours.`,
  reverted: (count: number) =>
    count < 2 ? "Un projet est comme avant." : `${pluralize(count, "projet")} sont comme avant.`,
  skipped: (count: number) =>
    count < 2 ? "Un projet modifié depuis est resté." : `${pluralize(count, "projet")} modifiés depuis sont restés.`,
  trash: "Voir la corbeille",
} as const
