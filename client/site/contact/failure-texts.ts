import { PICTURES_MAX } from "#server/contract/message-pictures.ts"

/** Reasons why a request could not be sent, which are loaded when somebody begins to fill in the form. */
export const contactFailures = {
  fallback: "Une erreur est survenue lors de l'envoi du message.",
  rejected:
    "Votre demande, gardée sur cet appareil, n’a pas pu être envoyée\u00a0: corrigez\u2011la, puis envoyez\u2011la de nouveau.",
  pictures: {
    tooMany: (omitted: number) =>
      `${PICTURES_MAX}\u00a0photos au maximum\u00a0: ${omitted > 1 ? `${omitted}\u00a0n’ont pas été ajoutées` : "une n’a pas été ajoutée"}`,
    failed: "Une photo n’a pas pu être envoyée\u00a0: retirez\u2011la ou réessayez.",
    rejected: "Une photo n’a pas été acceptée\u00a0: envoyez sans elle, ou ajoutez-en une autre.",
    gone: "Les photos déjà jointes ne sont plus disponibles\u00a0: ajoutez-les de nouveau, ou envoyez sans elles.",
    /** The text arrived; its pictures were refused, or did not pass for days. */
    missing: (count: number) =>
      `Votre demande est arrivée, mais sans ${count > 1 ? `${count}\u00a0de ses photos\u00a0: envoyez-les` : "une de ses photos\u00a0: envoyez-la"} par WhatsApp, ou appelez-nous.`,
    /** It is shown if only the e-mail service has received the request. */
    unsent: "Votre demande est partie, mais sans ses photos.",
  },
}
