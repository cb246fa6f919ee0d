/** Photos that can be enlarged and turned. */
export const photosCopy = {
  enlarge: (alt: string) => `Agrandir : ${alt}`,
  carousel: "carrousel",
  previous: "Précédent",
  next: "Suivant",
  previousPhoto: "Photo précédente",
  nextPhoto: "Photo suivante",
} as const
