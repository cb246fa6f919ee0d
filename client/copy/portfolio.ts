import type { Sector } from "#server/contract/sectors.ts"

export const portfolio = {
  title: "Réalisations",
  heading: "Nos réalisations",
  lead: "Nos chantiers, nos exploitations et nos livraisons, projet par projet.",
  description:
    "Les réalisations du Groupe Lisanga à Kinshasa et en RDC\u00a0: chantiers, exploitations, transports et biens " +
    "immobiliers, avec leurs photos.",
  all: "Toutes nos réalisations",
  found: ["projet", "projets"],
  filters: {
    label: "Filtrer les réalisations",
    sector: "Secteur",
    status: "Statut",
    year: "Année",
    all: { sector: "Tous les secteurs", status: "Tous les statuts", year: "Toutes les années" },
    remove: (choice: string) => `Retirer le filtre\u00a0: ${choice}`,
    reset: "Effacer les filtres",
  },
  empty: {
    none: "Nos premières réalisations seront bientôt en ligne.",
    filtered: "Aucune réalisation ne correspond à ces critères.",
  },
  pages: "Pages de réalisations",
  previous: "Page précédente",
  next: "Page suivante",
  pageOf: (page: number, last: number) => `Page ${page} sur ${last}`,
  project: {
    description: "Le projet",
    details: "En bref",
    place: "Lieu",
    sector: "Secteur",
    status: "Statut",
    published: "Publié le",
    updated: "Mis à jour le",
    gallery: "Photos",
    enlarge: (alt: string) => `Agrandir : ${alt}`,
    related: "Dans le même secteur",
    quote: "Demander un devis pour un projet semblable",
    share: {
      title: "Partager ce projet",
      native: "Partager",
      whatsapp: "WhatsApp",
      copy: "Copier le lien",
      copied: "Lien copié",
      failed: (url: string) => `Le lien n’a pas pu être copié\u00a0: ${url}`,
    },
  },
  gone: {
    title: "Cette réalisation n’est plus en ligne",
    text: "Elle a été retirée de notre site. Nos autres réalisations sont ici\u00a0:",
    ofSector: (sector: Sector) => `Réalisations\u00a0: ${sector}`,
    contact: "Nous contacter",
  },
  previewGone: {
    title: "Ce lien n’est plus valable",
    text: "Il a expiré ou a été retiré. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
  },
  preview: (until: string) => `Aperçu privé, valable jusqu’au ${until}.`,
} as const
