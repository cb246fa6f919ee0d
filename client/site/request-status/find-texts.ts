/** Texts of the page that mails the link of a request again. */
export const findRequest = {
  title: "Retrouver une demande",
  lead: "Nous renvoyons le lien de votre demande à l’e-mail qu’elle indique.",
  reference: "Référence",
  referenceHelp: "Par exemple LIS\u20117K3M\u201126.",
  contact: "Téléphone ou e-mail",
  contactHelp: "Celui que vous avez indiqué dans la demande.",
  submit: "Recevoir le lien",
  sent: "Si une demande correspond, le lien vient d’être envoyé à son adresse e-mail.",
  withoutEmail: "Sans e-mail dans la demande, appelez-nous au",
  giveAgain: "nous vous le redonnerons.",
  withoutMails: "Pour avoir de nouveau le lien de votre demande, appelez-nous au",
  again: "Demander un autre lien",
  kept: "Envoyée depuis cet appareil\u202f? Voir «\u00a0Mes demandes\u00a0»",
} as const
