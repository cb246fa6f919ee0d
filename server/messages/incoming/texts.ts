/** What an entry says of the mail that it comes from. */
export const incomingTexts = {
  noText: "(E-mail sans texte)",
  unreadable: "Un e-mail illisible pour le site est arrivé\u00a0: lisez-le dans la boîte de réception.",
  tooLarge: "Un e-mail trop grand est arrivé\u00a0: lisez-le dans la boîte de réception.",
  cut: "(La suite de cet e-mail est dans la boîte de réception.)",
  attachmentLeft: (name: string) => `Pièce jointe non reprise\u00a0: ${name}`,
  otherSender: (address: string) => `Envoyé depuis ${address}`,
} as const
