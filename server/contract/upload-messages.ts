import { PIXELS_MAX } from "./images.ts"

/** Messages of uploads, apart from the other ones since the contact page loads them too. */
export const uploadMessages = {
  signInRequired: "Connectez-vous pour continuer",
  imageTooLarge: "Image trop volumineuse (10 Mo au maximum)",
  imageTooManyPixels: `Image trop grande (${PIXELS_MAX / 1_000_000} millions de points au maximum)`,
  imageUnsupported: "Format d'image non pris en charge (JPG, PNG ou WebP)",
  imageUnreadable: "illisible",
} as const
