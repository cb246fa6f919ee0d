import type { AuditKind } from "#server/contract/audit-kinds.ts"
import { declaredSubjects } from "#server/contract/domains/domains.ts"
import { ROLE_LABELS } from "#server/contract/domains/roles.ts"
import { FOLDER_LABELS, OUTCOME_LABELS } from "#server/contract/message-states.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { STATE_LABELS } from "#server/contract/project-states.ts"
import { TOKEN_RIGHT_LABELS } from "#server/contract/tokens.ts"

export const kindNames: Record<AuditKind, string> = {
  creation: "Création",
  change: "Modification",
  deletion: "Suppression",
  restoration: "Restauration",
  publication: "Publication",
  request: "Traitement d’une demande",
  signIn: "Connexion",
  export: "Export",
  access: "Accès",
  expiry: "Fin de conservation",
}

/** Labels of an entry's facts. */
export const factNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PROJECT_FIELDS).map(([name, { label }]) => [name, label])),
  // Other subjects have names too.
  name: "Nom",
  publishedAt: "Publié le",
  publishAt: "Publication prévue le",
  deletedAt: "Supprimé le",
  createdAt: "Créé le",
  expiresAt: "Expire le",
  pin: "Place en tête du secteur",
  state: "État",
  assignee: "Responsable",
  followUp: "Relance",
  outcome: "Issue",
  result: "Résultat",
  role: "Rôle",
  alt: "Description de la photo",
  focus: "Point important",
  by: "Remplacée par",
  projects: "Projets concernés",
  pages: "Pages concernées",
  page: "Page",
  revision: "Version",
  shared: "Partagée",
  params: "Filtres",
  requests: "Demandes",
  photos: "Photos",
  count: "Nombre",
  before: "Antérieures au",
  references: "Références",
  file: "Fichier",
  rows: "Lignes",
  search: "Recherche",
  sort: "Tri",
  kind: "Action",
  person: "Personne",
  subject: "Sujet",
  subjectId: "Numéro",
  from: "Du",
  until: "Au",
  batch: "Action groupée",
  userAgent: "Navigateur",
  lastId: "Dernière entrée effacée",
  lastHash: "Son empreinte",
  email: "E-mail",
  rights: "Droits",
  username: "Nom d’utilisateur",
  value: "Valeur",
  invitation: "Numéro de l’invitation",
  invitedBy: "Numéro du compte qui a invité",
  passkeys: "Clés d’accès",
  codes: "Codes à usage unique",
  required: "Obligatoire",
  roles: "Rôles",
  revokedAt: "Révoqué le",
}

/** Labels of the values of some facts. */
export const knownValues: Record<string, Record<string, string>> = {
  state: { ...FOLDER_LABELS, ...STATE_LABELS },
  outcome: OUTCOME_LABELS,
  result: { missed: "pas de réponse", callback: "à rappeler" },
  role: ROLE_LABELS,
  roles: ROLE_LABELS,
  kind: kindNames,
  subject: Object.fromEntries(Object.entries(declaredSubjects).map(([subject, { label }]) => [subject, label])),
  rights: TOKEN_RIGHT_LABELS,
}
