/** Texts of the receipt of a request, loaded with the rest of the form's script. */
export const contactReceipt = {
  reference: "Référence",
  copy: "Copier la référence",
  copied: "Référence copiée.",
  /** It is shown without https, where browsers have no clipboard. */
  notCopied: (reference: string) => `Notez\u2011la\u00a0: ${reference}`,
  copyLink: "Copier le lien",
  linkCopied: "Lien copié.",
  linkNotCopied: (url: string) => `Notez le lien\u00a0: ${url}`,
  sendLink: "M’envoyer le lien sur WhatsApp",
  linkText: (reference: string, url: string) => `Ma demande ${reference}\u00a0: ${url}`,
  kept: "Vous la retrouverez aussi, sur cet appareil, dans",
  list: "Mes demandes",
  help: "Gardez cette référence\u00a0: elle nous permet de retrouver votre demande.",
  status: "Suivre ma demande",
  whatsapp: "Continuer sur WhatsApp",
  /** Returns the initial text of a WhatsApp message. */
  whatsappText: (reference: string, message: string) =>
    [`Bonjour, je vous ai envoyé la demande ${reference} sur votre site.`, message].filter(Boolean).join("\n\n"),
}

/** Texts of the page that answers a form sent without JavaScript. */
export const contactSent = { home: "Retour à l’accueil", again: "Envoyer une autre demande" } as const
