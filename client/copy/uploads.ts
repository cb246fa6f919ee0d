import { PIXELS_MAX } from "#server/contract/images.ts"

/** Reasons why a picture could not be uploaded. */
export const uploads = {
  failure: "Erreur lors du téléchargement des images",
  network: "Erreur de réseau lors du téléchargement",
  tooManyPixels: `Image trop grande (${PIXELS_MAX / 1_000_000} millions de pixels au maximum)`,
  unreadable: "Image illisible\u00a0: enregistrez-la de nouveau, ou choisissez-en une autre",
  heic: "Photo HEIC illisible dans ce navigateur\u00a0: enregistrez-la en JPG, ou choisissez-la depuis le téléphone",
} as const
