/** Why a request could not be sent, loaded when somebody begins to fill in the form. */
export const contactFailures = {
  rejected:
    "Votre demande, gardée sur cet appareil, n’a pas pu être envoyée\u00a0: corrigez-la, puis envoyez-la de nouveau.",
  photos: {
    failed: "Une photo n’a pas pu être envoyée\u00a0: retirez-la ou réessayez.",
    gone: "Les photos déjà jointes ne sont plus disponibles\u00a0: ajoutez-les de nouveau, ou envoyez sans elles.",
    /** Shown where only the e-mail service has the request. */
    unsent: "Votre demande est partie, mais sans ses photos.",
  },
}
