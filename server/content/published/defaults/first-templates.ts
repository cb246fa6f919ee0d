/** The default settings contain these, and older published settings get them by an upgrade. */
export const firstTemplates = {
  signature: "L’équipe de {nom}",
  templates: [
    {
      name: "Envoi du devis",
      text: "Bonjour {prenom},\n\nNous avons étudié votre demande {reference} ({secteur}) et notre devis est prêt\u00a0: vous le trouverez avec ce message. Il est valable trente jours. Dites-nous s’il vous convient ou ce qu’il faut y changer.\n\nBien à vous,",
    },
    {
      name: "Photos demandées",
      text: "Bonjour {prenom},\n\nMerci pour votre demande {reference}. Pour vous répondre précisément, il nous faudrait quelques photos du lieu\u00a0: une vue d’ensemble, l’accès et ce qui vous préoccupe. Vous pouvez nous les envoyer en réponse à ce message.\n\nBien à vous,",
    },
    {
      name: "Visite proposée",
      text: "Bonjour {prenom},\n\nMerci pour votre demande {reference}. Le plus simple est que nous passions sur place\u00a0: quel jour de la semaine prochaine vous conviendrait, le matin ou l’après-midi\u00a0? Indiquez-nous aussi l’adresse et un numéro où vous joindre.\n\nBien à vous,",
    },
    {
      name: "Précisions demandées",
      text: "Bonjour {prenom},\n\nMerci pour votre demande {reference} ({secteur}). Avant de chiffrer, nous avons besoin de quelques précisions\u00a0: les surfaces ou les quantités, les dates souhaitées et le budget envisagé.\n\nBien à vous,",
    },
  ],
}
