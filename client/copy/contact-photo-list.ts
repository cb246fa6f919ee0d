/** Texts of the photos of a contact request, loaded with the first of them. */
export const contactPhotoList = {
  list: "Photos jointes",
  remove: "Retirer",
  retry: "Réessayer",
  /** A button’s name: « Retirer : photo 2 ». */
  of: (action: string, position: number) => `${action}\u00a0: photo ${position}`,
  name: (position: number) => `Photo ${position}`,
  progress: (position: number) => `Envoi de la photo ${position}`,
  states: {
    preparing: "Préparation…",
    waiting: "En attente d’envoi",
    sending: (percent: number) => `Envoi\u00a0: ${percent}\u00a0%`,
    finishing: "Enregistrement…",
    interrupted: "Connexion perdue, l’envoi reprendra",
    stored: "Envoyée",
    failed: "Non envoyée",
  },
  /** Screen readers announce it. */
  stored: (count: number, total: number) => `${count}\u00a0sur ${total} envoyées`,
}
