import { formatDate } from "#client/app/dates.ts"
import type { Role } from "#server/contract/domains/roles.ts"

/** Texts of the page that an invitation's link opens. */
export const invitation = {
  title: "Votre invitation",
  lead: (by: string | undefined, role: Role, until: string) =>
    `${by ? `${by} vous invite` : "On vous invite"} ${roles[role]}. Ce lien sert une fois, jusqu’au ${formatDate(until)}.`,
  username: "Nom d’utilisateur",
  usernameHelp: "Votre nom, tel que vos collègues le verront.",
  email: "E-mail",
  emailHelp: "L’invitation est valable pour cette adresse.",
  password: "Mot de passe",
  passwordHelp: "8\u00a0caractères au moins\u202f; une phrase que vous retenez vaut mieux qu’un mot compliqué.",
  confirmPassword: "Confirmer le mot de passe",
  submit: "Créer mon compte",
  submitting: "Création…",
  network: "Erreur réseau",
  failed: "Erreur lors de la création du compte",
  gone: {
    title: "Cette invitation n’est plus valable",
    text: "Elle a déjà servi, a expiré ou a été retirée. Demandez-en une nouvelle à la personne qui vous l’a envoyée. Si vous avez déjà créé votre compte, connectez-vous.",
    login: "Se connecter",
  },
} as const

const roles: Record<Role, string> = {
  admin: "à administrer le site",
  editor: "à rédiger le site et à présenter ses projets",
  agent: "à répondre aux demandes des visiteurs",
  reader: "à consulter l’administration du site",
  user: "à créer un compte sur le site",
}
