import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import { aPropos } from "./a-propos.ts"
import { accueil } from "./accueil.ts"
import { agriculture } from "./agriculture.ts"
import { annonce } from "./annonce.ts"
import { construction } from "./construction.ts"
import { contact } from "./contact.ts"
import type { DefaultPage } from "./default-of.ts"
import { elevage } from "./elevage.ts"
import { entreprise } from "./entreprise.ts"
import { immobilier } from "./immobilier.ts"
import { parametres } from "./parametres.ts"
import { piedDePage } from "./pied-de-page.ts"
import { transport } from "./transport.ts"
import { ventesMateriaux } from "./ventes-materiaux.ts"

const pages = {
  accueil,
  construction,
  agriculture,
  elevage,
  transport,
  "ventes-materiaux": ventesMateriaux,
  immobilier,
  "a-propos": aPropos,
  contact,
} satisfies { [Slug in PageSlug]: DefaultPage<Slug> }

type Pages = typeof pages

const slugs = Object.keys(pages) as PageSlug[]
const contents = Object.fromEntries(slugs.map((slug) => [slug, pages[slug].content]))
const referencement = Object.fromEntries(slugs.map((slug) => [slug, pages[slug].head]))

/** Visitors read this until something else is published. */
export const defaultContent: { [Slug in ContentSlug]: ContentOf<Slug> } = {
  ...(contents as { [Slug in PageSlug]: Pages[Slug]["content"] }),
  referencement: referencement as { [Slug in PageSlug]: Pages[Slug]["head"] },
  "pied-de-page": piedDePage,
  entreprise,
  annonce,
  parametres,
}
