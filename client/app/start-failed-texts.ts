/** It is inlined into every page. */
export const startFailed = "La connexion s’est interrompue. Réessayez, ou rechargez la page."
