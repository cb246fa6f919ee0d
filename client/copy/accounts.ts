/** Login, registration and the screen for accounts without the role `admin`. */
export const accounts = {
  login: {
    lead: "Entrez votre e-mail et votre mot de passe.",
    email: "E-mail",
    password: "Mot de passe",
    submit: "Se connecter",
    submitting: "Connexion…",
    forgotten: "Mot de passe oublié",
    passwordReset: "Votre nouveau mot de passe est enregistré. Connectez-vous avec lui.",
    toRegister: "Pas encore de compte\u202f?",
    register: "S’inscrire",
  },
  registration: {
    lead: "Quatre champs, et votre compte est créé.",
    username: "Nom d'utilisateur",
    email: "E-mail",
    password: "Mot de passe",
    passwordHelp: "8\u00a0caractères au moins.",
    confirmPassword: "Confirmer le mot de passe",
    submit: "S'inscrire",
    submitting: "Inscription…",
    toLogin: "Déjà inscrit\u202f?",
    login: "Se connecter",
    done: "Inscription réussie",
    closed: "Les inscriptions sont fermées",
  },
  onlyAdmin: {
    title: "Accès réservé à l'administrateur",
    text: "Votre compte n’ouvre pas l’espace d’administration. Connectez-vous avec un autre compte, ou revenez au site.",
    home: "Retour à l’accueil",
    logout: "Se déconnecter",
  },
} as const
