/** Labels of links of the home page, whose other texts are content. */
export const home = {
  discover: "Découvrir nos secteurs",
  contact: "Nous contacter",
  moreOfSector: "En savoir plus",
  moreOfCompany: "À propos de nous",
} as const
