// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const transport = {
  "transport/vue-1": {
    path: "transport-vue-1.dd7f674e",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#878b6d",
    alt: "Rendu 3D : camion aux couleurs du groupe sur une route bordée de palmiers et de collines vertes",
  },
  "transport/vue-2": {
    path: "transport-vue-2.86df9b5d",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#757a5f",
    alt: "Rendu 3D : dépôt logistique avec flotte de camions stationnés devant les quais",
  },
  "transport/vue-3": {
    path: "transport-vue-3.1687a1e6",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#978960",
    alt: "Rendu 3D : intérieur d'entrepôt avec rayonnages à palettes, chariot élévateur et magasinier",
  },
} as const satisfies Record<string, BundledPicture>
