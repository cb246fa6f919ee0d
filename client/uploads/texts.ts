/** Reasons why a picture could not be uploaded. */
export const uploads = {
  failure: "Erreur lors du téléchargement des images",
  network: "Erreur de réseau lors du téléchargement",
  tooManyPixels:
    "Image trop grande (200\u00a0millions de points au maximum)\u00a0: réglez l’appareil photo sur une taille plus petite, ou envoyez une capture d’écran de la photo",
  /** The browser has ended the page while it was decoding the picture. */
  tooHeavy:
    "Cette photo a fermé la page la dernière fois\u00a0: elle est sans doute trop grande pour cet appareil. Envoyez une capture d’écran de la photo, ou une autre",
  unreadable: "Image illisible\u00a0: enregistrez-la de nouveau, ou choisissez-en une autre",
  empty: "Ce fichier est vide\u00a0: choisissez-en un autre",
  heic: "Photo HEIC illisible dans ce navigateur\u00a0: enregistrez-la en JPG, ou choisissez-la depuis le téléphone",
} as const
