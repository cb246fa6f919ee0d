import { formatNumber } from "#client/office/french/pluralize.ts"
import { VIEW_NAME_MAX } from "#server/contract/views.ts"

export const savedViews = {
  menu: "Vues",
  own: "Mes vues",
  others: "Vues partagées",
  none: "Aucune vue enregistrée. Une vue retient la recherche, les filtres, le tri et les colonnes du tableau.",
  owner: (name: string) => `par ${name}`,
  shared: "Partagée",
  save: "Enregistrer cette vue",
  edit: "Modifier",
  editNamed: (name: string) => `Modifier la vue ${name}`,
  delete: "Supprimer",
  deleteNamed: (name: string) => `Supprimer la vue ${name}`,
  loadingError: "Erreur lors de la récupération des vues\u00a0: ",
} as const

export const viewForm = {
  create: "Enregistrer cette vue",
  edit: "Modifier la vue",
  name: "Nom de la vue",
  nameHelp: `${formatNumber(VIEW_NAME_MAX)}\u00a0caractères au plus.`,
  nameMissing: "Ce champ est obligatoire",
  share: "Partager avec tous les administrateurs",
  replace: "Remplacer ses filtres par ceux du tableau",
  save: "Enregistrer",
  failed: "Erreur lors de l’enregistrement\u00a0: ",
} as const

export const viewDeletion = {
  question: "Supprimer cette vue\u202f?",
  detail: ({ name, shared }: { name: string; shared: boolean }) =>
    `«\u00a0${name}\u00a0» disparaît de vos vues${shared ? " et de celles des autres administrateurs" : ""}. Les projets restent.`,
  confirm: "Supprimer",
  failed: "Erreur lors de la suppression : ",
} as const
