/** Labels of links; the page's texts are content. */
export const home = {
  discover: "Découvrir nos secteurs",
  contact: "Nous contacter",
  moreOfSector: "En savoir plus",
  portfolio: "Toutes nos réalisations",
  moreOfCompany: "À propos de nous",
} as const
