import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { aPropos } from "./a-propos.ts"
import { accueil } from "./accueil.ts"
import { agriculture } from "./agriculture.ts"
import { annonce } from "./annonce.ts"
import { construction } from "./construction.ts"
import { contact } from "./contact.ts"
import { elevage } from "./elevage.ts"
import { entreprise } from "./entreprise.ts"
import { immobilier } from "./immobilier.ts"
import { parametres } from "./parametres.ts"
import { piedDePage } from "./pied-de-page.ts"
import { referencement } from "./referencement.ts"
import { transport } from "./transport.ts"
import { ventesMateriaux } from "./ventes-materiaux.ts"

/** Visitors read this until something else is published. */
export const defaultContent: { [Slug in ContentSlug]: ContentOf<Slug> } = {
  accueil,
  construction,
  agriculture,
  elevage,
  transport,
  "ventes-materiaux": ventesMateriaux,
  immobilier,
  "a-propos": aPropos,
  contact,
  "pied-de-page": piedDePage,
  referencement,
  entreprise,
  annonce,
  parametres,
}
