/** Texts of the page that replaces a project whose private link has expired. */
export const endedPreview = {
  title: "Ce lien n’est plus valable",
  text: "Il a expiré ou a été retiré. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
} as const
