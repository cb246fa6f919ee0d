/** Errors of passkeys and reasons for their absence, in a chunk that public pages do not load. */
export const passkeys = {
  lacking: {
    insecure: "Les clés d’accès exigent une connexion chiffrée\u00a0: ouvrez le site à son adresse en https.",
    address:
      "Les clés d’accès exigent un nom de domaine\u00a0: ouvrez le site par son nom, pas par une adresse\u00a0IP.",
    browser: "Ce navigateur ne connaît pas les clés d’accès\u00a0: mettez-le à jour ou prenez-en un autre.",
  },
  cancelled: "Aucune clé d’accès n’a été utilisée\u00a0: la demande a été annulée ou a expiré. Réessayez.",
  alreadyHere: "Cet appareil a déjà une clé d’accès pour ce compte.",
  failed: "La clé d’accès n’a pas fonctionné. Réessayez, ou utilisez un autre moyen.",
  networkPrefix: "Erreur de réseau\u00a0: ",
} as const
