import type { DefaultPage } from "./default-of.ts"

export const contact: DefaultPage<"contact"> = {
  head: {
    title: "Contact et devis gratuit à Kinshasa",
    description:
      "Écrire au {nom}, l’appeler ou lui rendre visite à Kinshasa\u00a0: demande de devis, adresse, téléphone, " +
      "e-mail et heures d’ouverture.",
  },
  content: {
    hero: {
      title: "Contactez-Nous",
      lead:
        "Une maison à bâtir, une récolte à transporter, un bien à louer\u202f? Écrivez-nous, appelez-nous ou passez " +
        "nous voir.",
    },
    form: {
      title: "Demande de Devis",
      lead: "Décrivez votre projet en quelques lignes. Un numéro WhatsApp ou une adresse e-mail suffit pour vous répondre.",
      privacy:
        "Vos données servent uniquement à répondre à cette demande. Elles sont conservées sur le serveur de " +
        "l’entreprise et effacées si vous nous le demandez.",
    },
    details: { title: "Nos coordonnées" },
  },
}
