/** The user's own account: password and sessions. */
export const account = {
  roles: {
    admin: "Administrateur",
    editor: "Éditeur",
    agent: "Chargé de clientèle",
    reader: "Lecteur",
    user: "Utilisateur",
  },
  password: {
    title: "Changer de mot de passe",
    currentPassword: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    help: "8\u00a0caractères au moins\u00a0; une phrase que vous retenez vaut mieux qu’un mot compliqué.",
    show: "Afficher ce que je tape",
    submit: "Enregistrer",
    submitting: "Enregistrement…",
    done: "Mot de passe changé. Vos autres sessions sont fermées.",
  },
  sessions: {
    title: "Sessions",
    text: "Les téléphones et les ordinateurs où votre compte est ouvert. Terminez ce que vous ne reconnaissez pas.",
    loading: "Chargement des sessions…",
    loadFailure: "Erreur lors du chargement des sessions : ",
    current: "cette session",
    opened: (ago: string) => `ouverte ${ago}`,
    seen: (ago: string) => `vue ${ago}`,
    end: "Terminer",
    /** After the label of the button, for screen readers. */
    of: (device: string, place: string) => `\u00a0: ${device}, ${place}`,
    endOthers: "Terminer toutes les autres",
    ending: "Un instant…",
    ended: "La session est terminée.",
    othersEnded: "Vos autres sessions sont terminées. Celle-ci reste ouverte.",
  },
  failed: "Erreur lors de la mise à jour",
  networkPrefix: "Erreur de réseau : ",
} as const
