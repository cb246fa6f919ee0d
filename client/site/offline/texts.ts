export const offline = {
  title: "Vous êtes hors ligne",
  description: "Le site a besoin d’une connexion pour montrer cette page.",
  text:
    "Cette page n’est pas encore sur votre appareil. Elle s’ouvrira d’elle-même dès que la connexion reviendra\u202f; " +
    "d’ici là, nous restons joignables par téléphone.",
  call: (phone: string) => `Appeler le ${phone}`,
  whatsapp: "Écrire sur WhatsApp",
  retry: "Réessayer",
  form: "Le formulaire de contact s’ouvre aussi sans connexion\u00a0: ce que vous y écrivez, ou sur la page d’une demande, reste sur votre appareil et part plus tard.",
  requests: "Les demandes que vous avez envoyées d’ici se retrouvent dans",
  openRequests: "Mes demandes",
  openForm: "Ouvrir le formulaire",
} as const
