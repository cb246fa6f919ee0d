/** Every public screen that is not about accounts, with its level-one heading. */
export const screens = [
  { path: "/", heading: "Excellence Multi-Sectorielle" },
  { path: "/construction", heading: "Construction" },
  { path: "/agriculture", heading: "Agriculture" },
  { path: "/elevage", heading: "Élevage" },
  { path: "/transport", heading: "Transport" },
  { path: "/ventes-materiaux", heading: "Vente de Matériaux" },
  { path: "/immobilier", heading: "Immobilier" },
  { path: "/about", heading: "À Propos de Groupe Lisanga" },
  { path: "/contact", heading: "Contactez-Nous" },
  { path: "/realisations", heading: "Nos réalisations" },
] as const

/** Visitors can also open these pages. */
export const accountScreens = [{ path: "/login" }, { path: "/register" }] as const
