// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const agriculture = {
  "agriculture/vue-1": {
    path: "agriculture-vue-1.d7b6e476",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#8c8058",
    alt: "Rendu 3D : rangs de maïs en perspective et cultivatrice au chapeau de paille, lumière de fin d'après-midi",
  },
  "agriculture/vue-2": {
    path: "agriculture-vue-2.64d2f73a",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#736a3e",
    alt: "Rendu 3D : irrigation par aspersion de planches maraîchères avec château d'eau",
  },
  "agriculture/vue-3": {
    path: "agriculture-vue-3.9f09fd98",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#a47d5b",
    alt: "Rendu 3D : tracteur vert au travail dans un champ labouré de terre rouge",
  },
  "agriculture/vue-4": {
    path: "agriculture-vue-4.3ccdb94d",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#646b52",
    alt: "Rendu 3D : intérieur d'une serre tunnel avec rangs de tomates et allée centrale",
  },
  "agriculture/vue-5": {
    path: "agriculture-vue-5.9d9123cd",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#81622b",
    alt: "Rendu 3D : cagettes de récolte en bois remplies de tomates, mangues, choux, aubergines et maïs",
  },
  "agriculture/vue-6": {
    path: "agriculture-vue-6.e81259b2",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#85784d",
    alt: "Rendu 3D : parcelle de manioc et planches de légumes vues en hauteur, cultivatrices au travail",
  },
} as const satisfies Record<string, BundledPicture>
