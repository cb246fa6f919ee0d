// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const immobilier = {
  "immobilier/vue-1": {
    path: "immobilier-vue-1.5febd740",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#869670",
    alt: "Rendu 3D : villa contemporaine avec jardin tropical, terrasse en bois et piscine",
  },
  "immobilier/vue-2": {
    path: "immobilier-vue-2.1154ebf5",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#88875f",
    alt: "Rendu 3D : lotissement viabilisé vu du ciel, parcelles bornées, voirie et premières villas",
  },
  "immobilier/vue-3": {
    path: "immobilier-vue-3.668a244f",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#9b8563",
    alt: "Rendu 3D : vue depuis le balcon d'un appartement meublé sur la ville verte au couchant",
  },
} as const satisfies Record<string, BundledPicture>
