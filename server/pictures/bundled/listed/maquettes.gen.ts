// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import type { BundledPicture } from "#server/contract/bundled-picture.ts"

export const maquettes = {
  "maquettes/maquette-1": {
    path: "maquettes-maquette-1.540a6882",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#bba88a",
    alt: "Rendu 3D : maquette d'architecture blanche et bois d'une école R+4 avec coursives",
  },
  "maquettes/maquette-2": {
    path: "maquettes-maquette-2.7bec2c7d",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#c8ba9e",
    alt: "Rendu 3D : maquette d'architecture d'un immeuble d'appartements R+3 à balcons",
  },
  "maquettes/maquette-3": {
    path: "maquettes-maquette-3.2bf1c370",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#cdbfa2",
    alt: "Rendu 3D : maquette d'architecture d'une villa contemporaine avec terrasse et piscine",
  },
  "maquettes/maquette-4": {
    path: "maquettes-maquette-4.46684049",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#c1b399",
    alt: "Rendu 3D : maquette d'architecture d'une tour R+10 avec socle commercial",
  },
  "maquettes/maquette-5": {
    path: "maquettes-maquette-5.c045fc67",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#c2b08c",
    alt: "Rendu 3D : maquette d'architecture d'un petit immeuble R+2 à toiture quatre pans",
  },
  "maquettes/maquette-6": {
    path: "maquettes-maquette-6.04170c5f",
    width: 1600,
    height: 1067,
    widths: [320, 640, 960, 1600],
    fallback: 1200,
    colour: "#cab58f",
    alt: "Rendu 3D : maquette d'architecture d'une halle de marché à voûtes",
  },
} as const satisfies Record<string, BundledPicture>
