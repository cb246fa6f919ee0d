/** Texts about the pictures of a contact request, loaded when the first picture is added. */
export const contactPictureList = {
  list: "Photos jointes",
  remove: "Retirer",
  retry: "Réessayer",
  /** Returns the name of a button, such as « Retirer : photo 2 ». */
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
  /** It is announced by screen readers. */
  stored: (count: number, total: number) => `${count}\u00a0sur ${total} ${total < 2 ? "envoyée" : "envoyées"}`,
}
