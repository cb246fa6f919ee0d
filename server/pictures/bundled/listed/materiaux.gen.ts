// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const materiaux = {
  "materiaux/vue-1": {
    path: "materiaux-vue-1.1aa4636a",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#9e8a6b",
    alt: "Rendu 3D : palettes de briques rouges et de parpaings dans la cour du dépôt",
  },
  "materiaux/vue-2": {
    path: "materiaux-vue-2.9682b57d",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#96927d",
    alt: "Rendu 3D : fers à béton et tuyaux PVC rangés sur racks sous hangar",
  },
  "materiaux/vue-3": {
    path: "materiaux-vue-3.d028ba35",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#979677",
    alt: "Rendu 3D : sacs de ciment sur palettes, tas de sable et de gravier, camion en chargement",
  },
} as const satisfies Record<string, BundledPicture>
