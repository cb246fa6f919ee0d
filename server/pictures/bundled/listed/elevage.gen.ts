// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const elevage = {
  "elevage/vue-1": {
    path: "elevage-vue-1.494c2200",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#858e58",
    alt: "Rendu 3D : troupeau de bovins au pâturage sous un grand arbre en fin d'après-midi",
  },
  "elevage/vue-2": {
    path: "elevage-vue-2.2c94c494",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#8b8049",
    alt: "Rendu 3D : parc à moutons et chèvres avec clôture en bois et abri couvert",
  },
  "elevage/vue-3": {
    path: "elevage-vue-3.cd2eb3ee",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#9a7c4b",
    alt: "Rendu 3D : vétérinaire examinant une vache devant l'étable, bottes de foin et poules",
  },
} as const satisfies Record<string, BundledPicture>
