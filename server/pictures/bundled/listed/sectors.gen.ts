// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const sectors = {
  "sectors/agriculture": {
    path: "sectors-agriculture.bac31276",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#bcae8c",
    alt: "Rendu 3D : maquette d'une exploitation agricole avec rangs de maïs, planches maraîchères, bananiers, serre et tracteur",
  },
  "sectors/construction": {
    path: "sectors-construction.1a0deec7",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#cfbe9e",
    alt: "Rendu 3D : maquette d'un chantier avec ossature en béton, échafaudage, grue à tour, pelle mécanique et ouvriers casqués",
  },
  "sectors/elevage": {
    path: "sectors-elevage.fbfb916b",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#b1a982",
    alt: "Rendu 3D : maquette d'une ferme d'élevage avec étable, bovins au pâturage, moutons et clôtures en bois",
  },
  "sectors/immobilier": {
    path: "sectors-immobilier.e1600ff2",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#b4aa8c",
    alt: "Rendu 3D : maquette d'un quartier résidentiel avec villa, piscine, petit immeuble et jardin planté",
  },
  "sectors/transport": {
    path: "sectors-transport.5a69c7d8",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#abaa8b",
    alt: "Rendu 3D : maquette d'une plateforme logistique avec camions, quais de chargement, conteneurs et route",
  },
  "sectors/ventes-materiaux": {
    path: "sectors-ventes-materiaux.7d2f0341",
    width: 1600,
    height: 1067,
    widths: [320, 400, 640, 960],
    fallback: 1200,
    colour: "#b0a78f",
    alt: "Rendu 3D : maquette d'un dépôt de matériaux avec palettes de briques et de ciment, fers à béton, tuyaux et comptoir de vente",
  },
} as const satisfies Record<string, BundledPicture>
