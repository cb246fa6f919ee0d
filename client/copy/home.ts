/** Labels of links; the page's texts are content. */
export const home = {
  discover: "Découvrir nos secteurs",
  contact: "Nous contacter",
  moreOfSector: "En savoir plus",
  moreOfCompany: "À propos de nous",
} as const
