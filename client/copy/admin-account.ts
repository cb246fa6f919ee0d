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
    text: "Vous êtes peut-être encore connecté sur un autre téléphone ou un autre ordinateur.",
    submit: "Fermer mes autres sessions",
    submitting: "Fermeture…",
    done: "Vos autres sessions sont fermées. Celle-ci reste ouverte.",
  },
  failed: "Erreur lors de la mise à jour",
  networkPrefix: "Erreur de réseau : ",
} as const
