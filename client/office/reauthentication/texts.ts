/** Texts of the dialog that asks for the password or a passkey again. */
export const reauthentication = {
  title: "Confirmez que c’est bien vous",
  lead: "Cette action est sensible et votre dernière confirmation date de plus de 10\u00a0minutes.",
  passkey: "Confirmer avec une clé d’accès",
  or: "ou avec votre mot de passe",
  password: "Mot de passe",
  submit: "Confirmer",
  submitting: "Vérification…",
  cancelled: "Action annulée\u00a0: vous n’avez pas confirmé que c’est bien vous.",
  notDownloaded: "Rien n’a été téléchargé",
  failed: "Réessayez dans un instant.",
  notReauthenticated: "La confirmation a échoué. Réessayez dans un instant.",
} as const
