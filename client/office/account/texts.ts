import { pluralize } from "#client/office/french/pluralize.ts"
import { ROLE_LABELS } from "#server/contract/domains/roles.ts"

/** Texts about the user's own account, such as its password and sessions. */
export const account = {
  roles: ROLE_LABELS,
  name: {
    title: "Nom affiché",
    label: "Nom affiché",
    help: (username: string) =>
      `Facultatif. C’est le nom que voient vos collègues et que portent les e-mails\u202f; sans lui, ils voient «\u00a0${username}\u00a0».`,
    submit: "Enregistrer",
    submitting: "Enregistrement…",
    done: "Le nom affiché est enregistré.",
  },
  password: {
    title: "Changer de mot de passe",
    currentPassword: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    help: "8\u00a0caractères au moins\u202f; une phrase que vous retenez vaut mieux qu’un mot compliqué.",
    revokeTokens: (count: number | undefined) =>
      count === undefined
        ? "Révoquer aussi mes jetons d’API"
        : count === 1
          ? "Révoquer aussi mon jeton d’API"
          : `Révoquer aussi mes ${count}\u00a0jetons d’API`,
    submit: "Enregistrer",
    submitting: "Enregistrement…",
    done: (revokedTokens: number) =>
      `Mot de passe changé. Vos autres sessions sont fermées${revokedTokens > 0 ? ` et ${pluralize(revokedTokens, "jeton d’API révoqué", "jetons d’API révoqués")}` : ""}.`,
  },
  email: {
    title: "Adresse e-mail",
    lead: (email: string) => `Adresse actuelle\u00a0: ${email}`,
    next: "Nouvelle adresse e-mail",
    help: "Un lien y est envoyé\u00a0: l’adresse ne change qu’une fois ce lien ouvert.",
    submit: "Envoyer le lien",
    submitting: "Envoi…",
    done: (email: string) =>
      `Un lien vient d’être envoyé à ${email}. Ouvrez-le dans les 24\u00a0heures\u202f; d’ici là, votre adresse reste la même.`,
    unavailable:
      "Ce site ne peut pas envoyer de lien par e-mail\u00a0: l’adresse de votre compte reste celle-ci. Pour la changer, il faut d’abord configurer le serveur de messagerie.",
  },
  mails: {
    title: "E-mails du site",
    assignments: {
      label: "M’écrire quand on me confie une demande",
      help: "Un e-mail dès qu’un collègue vous confie une ou plusieurs demandes.",
    },
    digest: {
      label: "Résumé du matin",
      help: "Chaque jour à 7\u00a0h\u00a030, ce qui vous attend\u202f; rien s’il n’y a rien à faire.",
    },
    noMailServer: "Aucun serveur de messagerie n’est configuré\u00a0: pour l’instant, ce site n’écrit à personne.",
    loadFailure: "Erreur lors du chargement de vos choix\u00a0: ",
  },
  push: {
    title: "Notifications sur cet appareil",
    text: "Une nouvelle demande, un ajout ou une demande qu’on vous confie s’affiche sur cet appareil, même écran verrouillé. La notification montre le nom, la référence et le secteur, rien de plus. Se déconnecter les arrête sur cet appareil.",
    turnOn: "Activer sur cet appareil",
    turnOff: "Désactiver sur cet appareil",
    on: "Les notifications sont activées sur cet appareil.",
    off: "Les notifications sont désactivées sur cet appareil.",
    removed: (name: string) => `${name}\u00a0: plus de notifications.`,
    devices: "Appareils qui reçoivent les notifications",
    here: "cet appareil",
    added: (ago: string) => `ajouté ${ago}`,
    reached: (ago: string) => `dernière notification ${ago}`,
    remove: "Retirer",
    of: (name: string) => `\u00a0: ${name}`,
    support: {
      ios: "Sur iPhone et iPad, ajoutez d’abord le site à l’écran d’accueil (bouton «\u00a0Partager\u00a0», puis «\u00a0Sur l’écran d’accueil\u00a0»), ouvrez-le de là, puis revenez ici.",
      unsupported: "Ce navigateur ne sait pas afficher de notifications. Essayez avec Chrome, Edge, Firefox ou Safari.",
      denied:
        "Les notifications de ce site sont bloquées dans ce navigateur. Autorisez-les dans ses réglages (le cadenas à côté de l’adresse), puis rechargez cette page.",
      insecure: "Les notifications demandent une adresse sûre, en https.",
    },
    loadFailure: "Erreur lors du chargement des appareils\u00a0: ",
  },
  sessions: {
    title: "Sessions",
    text: "Les téléphones et les ordinateurs où votre compte est ouvert. Terminez ce que vous ne reconnaissez pas.",
    loading: "Chargement des sessions…",
    loadFailure: "Erreur lors du chargement des sessions\u00a0: ",
    current: "cette session",
    opened: (ago: string) => `ouverte ${ago}`,
    seen: (ago: string) => `vue ${ago}`,
    end: "Terminer",
    /** Screen readers read it after the label of the button. */
    of: (device: string, place: string) => `\u00a0: ${device}, ${place}`,
    endOthers: "Terminer toutes les autres",
    ended: "La session est terminée.",
    othersEnded: "Vos autres sessions sont terminées. Celle-ci reste ouverte.",
  },
  failed: "Erreur lors de la mise à jour",
  networkPrefix: "Erreur de réseau : ",
} as const
