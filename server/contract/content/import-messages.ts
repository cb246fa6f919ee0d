export const importMessages = {
  notContent: "Ce n’est pas un fichier de contenu de ce site",
  notJson: "Le fichier n’est pas du JSON",
  newerVersion: "ce contenu vient d’une version plus récente du programme",
  picturesMissing: "Images absentes de ce site",
} as const
