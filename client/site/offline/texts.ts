export const offline = {
  title: "Vous êtes hors ligne",
  description: "Le site a besoin d’une connexion pour montrer cette page.",
  text:
    "Cette page n’est pas encore sur votre appareil. Réessayez dès que la connexion reviendra\u202f; d’ici là, " +
    "nous restons joignables par téléphone.",
  call: (phone: string) => `Appeler le ${phone}`,
  whatsapp: "Écrire sur WhatsApp",
  retry: "Réessayer",
  form: "Ce que vous avez écrit dans le formulaire de contact reste sur votre appareil.",
  requests: "Les demandes que vous avez envoyées d’ici se retrouvent dans",
  openRequests: "Mes demandes",
  openForm: "Ouvrir le formulaire",
} as const
