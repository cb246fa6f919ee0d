import type { Sector } from "#server/contract/sectors.ts"

export const projectPage = {
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
  preview: (until: string) => `Aperçu privé, valable jusqu’au ${until}.`,
} as const

/** In place of a project that is not shown any more. */
export const goneProject = {
  title: "Cette réalisation n’est plus en ligne",
  text: "Elle a été retirée de notre site. Nos autres réalisations sont ici\u00a0:",
  ofSector: (sector: Sector) => `Réalisations\u00a0: ${sector}`,
  contact: "Nous contacter",
} as const
