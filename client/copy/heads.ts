import { hero } from "#client/bundled-photos/listed/hero.gen.ts"
import { sectors } from "#client/bundled-photos/listed/sectors.gen.ts"
import type { BundledPhoto } from "#client/bundled-photos/photo.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { company } from "./company.ts"

/**
 * Titles, descriptions and pictures for tabs, search engines and link previews. Apart from the pages' copy, so that a
 * page loads without the copy of the others. Descriptions have at most 160 characters.
 */
export const heads = {
  home: {
    description:
      "Entreprise familiale de Kinshasa\u00a0: construction, agriculture, élevage, transport, vente de matériaux " +
      "et immobilier. Le devis est gratuit.",
    photo: hero["hero/home"],
    portrait: hero["hero/home-portrait"],
  },
  about: {
    title: "À propos",
    description:
      `L’histoire du ${company.name}\u00a0: une entreprise familiale fondée à Kinshasa en ${company.founded}, ` +
      "née sur les chantiers, attachée à la confiance et au travail bien fait.",
    photo: hero["hero/about"],
  },
  contact: {
    title: "Contactez-Nous",
    description:
      `Écrire au ${company.name}, l’appeler ou lui rendre visite à Kinshasa\u00a0: demande de devis, adresse, ` +
      "téléphone, e-mail et heures d’ouverture.",
  },
  contactSent: { title: "Message envoyé" },
  login: { title: "Connexion", description: "Se connecter à l’espace du Groupe Lisanga." },
  registration: { title: "Inscription", description: "Créer un compte sur le site du Groupe Lisanga." },
} as const

interface SectorHead {
  title: string
  description: string
  photo: BundledPhoto
}

export const sectorHeads: Record<Sector, SectorHead> = {
  Construction: {
    title: "Construction",
    description:
      "Construction à Kinshasa\u00a0: maisons, immeubles d’appartements, bâtiments commerciaux, rénovation et " +
      "extension. Nos maquettes et nos réalisations.",
    photo: sectors["sectors/construction"],
  },
  Agriculture: {
    title: "Agriculture",
    description:
      "Agriculture autour de Kinshasa\u00a0: cultures céréalières, agriculture biologique et technologies " +
      "modernes, plus de 500\u00a0hectares cultivés en 2023.",
    photo: sectors["sectors/agriculture"],
  },
  Élevage: {
    title: "Élevage",
    description:
      "Élevage de bovins et de moutons en République démocratique du Congo\u00a0: alimentation naturelle, suivi " +
      "vétérinaire et bonnes conditions de vie.",
    photo: sectors["sectors/elevage"],
  },
  Transport: {
    title: "Transport",
    description:
      "Transport et logistique au départ de Kinshasa\u00a0: transport routier, entreposage, livraison express 24h " +
      "et suivi GPS de vos marchandises.",
    photo: sectors["sectors/transport"],
  },
  "Ventes de matériaux": {
    title: "Vente de Matériaux",
    description:
      "Vente de matériaux de construction à Kinshasa\u00a0: ciment, sable, briques, parpaings, fers à béton, " +
      "tuyaux et tôles, avec livraison sur chantier.",
    photo: sectors["sectors/ventes-materiaux"],
  },
  Immobilier: {
    title: "Immobilier",
    description:
      "Immobilier à Kinshasa\u00a0: vente de maisons, d’appartements et de parcelles, location, gestion locative, " +
      "estimation et conseil.",
    photo: sectors["sectors/immobilier"],
  },
}
