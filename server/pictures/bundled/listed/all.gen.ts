// Written by `npm run pictures`. Change originals/list.json or presets.ts instead.
import { hero } from "./hero.gen.ts"
import { sectors } from "./sectors.gen.ts"
import { maquettes } from "./maquettes.gen.ts"
import { realisations } from "./realisations.gen.ts"
import { agriculture } from "./agriculture.gen.ts"
import { elevage } from "./elevage.gen.ts"
import { transport } from "./transport.gen.ts"
import { materiaux } from "./materiaux.gen.ts"
import { immobilier } from "./immobilier.gen.ts"
import { placeholder } from "./placeholder.gen.ts"

export const listedPictures = { ...hero, ...sectors, ...maquettes, ...realisations, ...agriculture, ...elevage, ...transport, ...materiaux, ...immobilier, ...placeholder }

export type BundledName = keyof typeof listedPictures
