/** What the office edits that several pages show, or none; `shownAt` is the page of its preview. */
export const sharedContents = {
  entreprise: {
    label: "Coordonnées de l'entreprise",
    lead: "Téléphone, adresse, horaires\u00a0: affichés sur toutes les pages.",
    shownAt: "/contact",
  },
  annonce: {
    label: "Bandeau d'annonce",
    lead: "Une ligne au-dessus de toutes les pages, pour un temps.",
    shownAt: "/",
  },
  "pied-de-page": { label: "Pied de page", lead: "Le bas de toutes les pages.", shownAt: "/" },
  referencement: {
    label: "Référencement",
    lead: "Ce que montrent les moteurs de recherche et les onglets.",
    shownAt: "/",
  },
  parametres: {
    label: "Paramètres",
    lead: "Inscriptions, listes de réalisations, messages et adresses à prévenir.",
    shownAt: "/",
  },
} as const satisfies Record<string, { label: string; lead: string; shownAt: string }>
