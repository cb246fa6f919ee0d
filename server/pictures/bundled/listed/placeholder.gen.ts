// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const placeholder = {
  "placeholder": {
    path: "placeholder.5a4226c3",
    width: 1200,
    height: 800,
    widths: [320, 640, 960],
    fallback: 1200,
    colour: "#dad4b8",
    alt: "Image non disponible : composition abstraite aux couleurs du groupe",
  },
} as const satisfies Record<string, BundledPicture>
