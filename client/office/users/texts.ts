import { formatShortDate } from "#client/office/french/dates.ts"
import { ofName } from "#client/office/french/elision.ts"
import { formatNumber, pluralize, pluralizeFound } from "#client/office/french/pluralize.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"
import type { UserFolder } from "#server/contract/user-search-params.ts"

export const usersTexts = {
  lead: "Les comptes de l’équipe et des personnes inscrites.",
  invite: "Inviter",
  search: "Rechercher un utilisateur",
  loading: "Chargement des utilisateurs…",
  loadFailure: "Erreur lors du chargement des utilisateurs\u00a0: ",
  found: (count: FoundCount) =>
    count.found === 0 ? "Aucun utilisateur" : pluralizeFound(count, "utilisateur", "utilisateurs"),
  role: { label: "Filtrer par rôle", all: "Tous les rôles" },
  states: {
    label: "Utilisateurs par état",
    all: "Tous",
    active: "Actifs",
    disabled: "Désactivés",
    deleted: "Supprimés",
    invited: "Invités",
  } satisfies Record<UserFolder | "all" | "label", string>,
  badges: { active: "Actif", disabled: "Désactivé", deleted: "Supprimé" },
  unconfirmed: "Adresse non confirmée",
  unconfirmedHelp: "Pour lui donner un rôle, invitez cette adresse.",
  deletedLead: `Un compte supprimé se restaure pendant ${TRASH_DAYS}\u00a0jours, puis son nom et son e-mail sont effacés.`,
  you: "vous",
  applyRole: "Appliquer",
  roleOf: (name: string) => `Rôle\u00a0: ${name}`,
  neverSeen: "Aucune visite",
  seen: (ago: string) => `Dernière visite ${ago}`,
  passkeys: (count: number) => pluralize(count, "clé d’accès", "clés d’accès"),
  oneTimeCode: "code à usage unique",
  sessions: (count: number) => pluralize(count, "session ouverte", "sessions ouvertes"),
  sessionsOf: (name: string) => `Sessions\u00a0: ${name}`,
  noSession: "Aucune session ouverte.",
  erased: (deletedAt: string, erasedAt: string) =>
    `Supprimé le ${formatShortDate(deletedAt)}, effacé le ${formatShortDate(erasedAt)}`,
  rename: { button: "Nom affiché", title: (name: string) => `Nom affiché ${ofName(name)}` },
  actions: {
    endSessions: "Terminer les sessions",
    resetFactors: "Retirer clés et codes",
    disable: "Désactiver",
    enable: "Réactiver",
    delete: "Supprimer",
    restore: "Restaurer",
  },
  /** Screen readers read it after the label of a button. */
  of: (name: string) => `\u00a0: ${name}`,
  done: {
    changeRole: (name: string, role: string) => `${name}\u00a0: le rôle est maintenant «\u00a0${role}\u00a0».`,
    endSessions: (name: string) => `${name}\u00a0: toutes les sessions sont terminées.`,
    resetFactors: (name: string) => `${name}\u00a0: clés d’accès et codes sont retirés.`,
    disable: (name: string) => `Le compte «\u00a0${name}\u00a0» est désactivé, ses sessions sont terminées.`,
    enable: (name: string) => `Le compte «\u00a0${name}\u00a0» est réactivé.`,
    delete: (name: string) =>
      `Le compte «\u00a0${name}\u00a0» est supprimé. Ce que cette personne a écrit reste, sous «\u00a0compte supprimé\u00a0».`,
    restore: (name: string) => `Le compte «\u00a0${name}\u00a0» est restauré.`,
  },
  links: {
    reset: {
      button: "Nouveau mot de passe",
      title: (name: string) => `Nouveau mot de passe ${ofName(name)}`,
      text: "Par ce lien, cette personne choisit elle-même son mot de passe. Il n’est montré qu’ici, sert une fois et reste valable 30\u00a0minutes.",
      link: "Lien pour choisir un mot de passe",
      subject: "Votre nouveau mot de passe",
      message: (url: string) =>
        `Choisissez votre nouveau mot de passe par ce lien, dans les 30\u00a0minutes\u00a0: ${url}`,
    },
    factor: {
      button: "Lien de protection",
      title: (name: string) => `Protéger le compte ${ofName(name)}`,
      text: "Par ce lien, cette personne ajoute une première clé d’accès ou un premier code, une fois connectée. Donnez-le à elle seule\u00a0: il n’est montré qu’ici, sert une fois et reste valable 30\u00a0minutes.",
      link: "Lien pour protéger le compte",
      subject: "Protégez votre compte",
      message: (url: string) =>
        `Connectez-vous, puis protégez votre compte par ce lien, dans les 30\u00a0minutes\u00a0: ${url}`,
    },
  },
  removals: {
    disable: {
      question: "Désactiver ce compte\u202f?",
      detail: (name: string, email: string) =>
        `${name} (${email}) ne pourra plus se connecter, et ses sessions se terminent. Vous pouvez le réactiver à tout moment.`,
      confirm: "Désactiver",
    },
    delete: {
      question: "Supprimer ce compte\u202f?",
      detail: (name: string, email: string) =>
        `${name} (${email}) ne pourra plus se connecter. Ce que cette personne a écrit reste, sous «\u00a0compte supprimé\u00a0». Vous pouvez le restaurer pendant ${TRASH_DAYS}\u00a0jours.`,
      confirm: "Supprimer",
    },
  },
  handOver: (requests: number) =>
    requests === 1
      ? "Confier sa demande non terminée à"
      : `Confier ses ${formatNumber(requests)}\u00a0demandes non terminées à`,
  nothingFound: {
    title: "Aucun utilisateur ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom ou l’e-mail. Essayez un mot plus court.`,
  },
  nothingFiltered: { title: "Personne ici", text: "Aucun compte n’a ce rôle ou cet état." },
} as const

/** Descriptions of the roles, shown where one is chosen. */
export const roleDuties: Record<Role, string> = {
  admin: "Tout, y compris les utilisateurs et les paramètres.",
  editor: "Les contenus, les projets et les images.",
  agent: "Les demandes reçues et leurs réponses.",
  reader: "Voit l’administration, ne change rien.",
  user: "Compte inscrit, sans accès à l’administration.",
}

export const invitationsTexts = {
  title: "Inviter quelqu’un",
  role: "Rôle",
  email: "E-mail",
  optional: "facultatif",
  emailHelp: "L’invitation est envoyée à cette adresse. Sans adresse, vous recevez un lien à transmettre.",
  emailHelpWithoutMail: "Aucun serveur de messagerie n’est configuré\u00a0: vous recevez un lien à transmettre.",
  submit: "Créer l’invitation",
  submitting: "Création…",
  sent: (email: string, until: string) =>
    `L’invitation est envoyée à ${email}. Elle est valable une fois, jusqu’au ${until}.`,
  link: "Lien d’invitation",
  once: (until: string) =>
    `Affiché une seule fois. Il est valable une fois, jusqu’au ${until}\u00a0: ne le donnez qu’à cette personne.`,
  mail: "Envoyer par e-mail",
  subject: (company: string) => `Votre invitation – ${company}`,
  message: (company: string, url: string) => `Voici votre invitation sur le site ${company}\u00a0: ${url}`,
  close: "Terminé",
  pending: {
    title: "Invitations en attente",
    none: "Personne n’est invité en ce moment.",
    byLink: "Par un lien",
    by: (name: string) => `par ${name}`,
    until: (day: string) => `valable jusqu’au ${day}`,
    resend: "Renvoyer",
    newLink: "Nouveau lien",
    revoke: "Révoquer",
    revoked: "L’invitation est révoquée\u00a0: son lien n’est plus valable.",
    of: (email: string | null) => `\u00a0: ${email ?? "invitation par un lien"}`,
  },
} as const
