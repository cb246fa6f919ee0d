// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const hero = {
  "hero/about": {
    path: "hero-about.447d362b",
    width: 1920,
    height: 1080,
    widths: [480, 736, 1440, 1920],
    fallback: 1200,
    colour: "#919276",
    alt: "Rendu 3D : siège d'entreprise contemporain du groupe à l'heure dorée, parvis planté et fenêtres éclairées",
  },
  "hero/home": {
    path: "hero-home.5c67fed4",
    width: 1920,
    height: 1080,
    widths: [480, 736, 1440, 1920],
    fallback: 1200,
    colour: "#a09772",
    alt: "Rendu 3D : panorama réunissant un immeuble en construction avec sa grue, des cultures, du bétail, un camion sur la route, un dépôt de matériaux et des maisons achevées",
  },
  "hero/home-portrait": {
    path: "hero-home-portrait.e3c7ba01",
    width: 607,
    height: 1080,
    widths: [360, 480, 607],
    fallback: 607,
    colour: "#9a8c68",
    alt: "Rendu 3D : panorama réunissant un immeuble en construction avec sa grue, des cultures, du bétail, un camion sur la route, un dépôt de matériaux et des maisons achevées",
  },
} as const satisfies Record<string, BundledPicture>
