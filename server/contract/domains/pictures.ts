import type { Domain } from "./domain.ts"

export const pictures = {
  rights: {
    "pictures.read": { roles: ["editor", "reader"], token: "Voir les images qui ne sont pas en ligne" },
    "pictures.write": { roles: ["editor"], token: "Envoyer des images" },
  },
  subjects: {
    image: { slug: "image", label: "Image", the: "l’image", one: "une image", of: "de l’image", to: "à l’image" },
  },
  menu: [{ label: "Images", to: "/admin/images", icon: "addImage", right: "pictures.read" }],
  holdsVisitorData: false,
} as const satisfies Domain
