import type { DefaultOf } from "./default-of.ts"

export const referencement: DefaultOf<"referencement"> = {
  accueil: {
    title: "",
    description:
      "Entreprise familiale de Kinshasa\u00a0: construction, agriculture, élevage, transport, vente de matériaux " +
      "et immobilier. Le devis est gratuit.",
  },
  construction: {
    title: "Construction",
    description:
      "Construction à Kinshasa\u00a0: maisons, immeubles d’appartements, bâtiments commerciaux, rénovation et " +
      "extension. Nos maquettes et nos réalisations.",
  },
  agriculture: {
    title: "Agriculture",
    description:
      "Agriculture autour de Kinshasa\u00a0: cultures céréalières, agriculture biologique et technologies " +
      "modernes, plus de 500\u00a0hectares cultivés en 2023.",
  },
  elevage: {
    title: "Élevage",
    description:
      "Élevage de bovins et de moutons en République démocratique du Congo\u00a0: alimentation naturelle, suivi " +
      "vétérinaire et bonnes conditions de vie.",
  },
  transport: {
    title: "Transport",
    description:
      "Transport et logistique au départ de Kinshasa\u00a0: transport routier, entreposage, livraison express 24h " +
      "et suivi GPS de vos marchandises.",
  },
  "ventes-materiaux": {
    title: "Vente de Matériaux",
    description:
      "Vente de matériaux de construction à Kinshasa\u00a0: ciment, sable, briques, parpaings, fers à béton, " +
      "tuyaux et tôles, avec livraison sur chantier.",
  },
  immobilier: {
    title: "Immobilier",
    description:
      "Immobilier à Kinshasa\u00a0: vente de maisons, d’appartements et de parcelles, location, gestion locative, " +
      "estimation et conseil.",
  },
  "a-propos": {
    title: "À propos",
    description:
      "L’histoire du {nom}\u00a0: une entreprise familiale fondée à Kinshasa en {année}, née sur les chantiers, " +
      "attachée à la confiance et au travail bien fait.",
  },
  contact: {
    title: "Contactez-Nous",
    description:
      "Écrire au {nom}, l’appeler ou lui rendre visite à Kinshasa\u00a0: demande de devis, adresse, téléphone, " +
      "e-mail et heures d’ouverture.",
  },
}
