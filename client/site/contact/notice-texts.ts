import { KEPT_DAYS } from "#client/app/document-state.ts"

/** Texts about what the form keeps on this device, loaded with the rest of its script. */
export const contactNotices = {
  receipt: "Votre demande est enregistrée",
  queued: {
    title: "Demande gardée sur cet appareil",
    text: "Nous l’enverrons dès que la connexion reviendra.",
    close: "Vous pouvez fermer cette page\u00a0: rien ne sera perdu.",
    stay: "Gardez cette page ouverte, ou revenez\u2011y.",
  },
  picturesFollow: "Votre texte est arrivé. Vos photos suivent dès que la connexion le permet.",
  picturesSent: { title: "Photos envoyées", text: "Elles sont jointes à votre demande." },
  restored: "Nous avons retrouvé ce que vous aviez écrit.",
  kept: `Ce que vous écrivez ici et vos photos restent sur cet appareil jusqu’à l’envoi, ${KEPT_DAYS}\u00a0jours au plus.`,
  forget: "Effacer de cet appareil",
  /** It is added where a receipt is shown. */
  linkGoes: "Le lien pour suivre la demande envoyée s’efface aussi\u00a0: gardez-le ou notez sa référence avant.",
  question: "Effacer de cet appareil\u202f?",
  detail:
    "Le texte, les photos, les demandes qui attendent la connexion et la liste «\u00a0Mes demandes\u00a0» s’effacent de cet appareil, dans ses autres onglets aussi. Les demandes déjà envoyées nous restent.",
  confirm: "Effacer",
  forgotten: { title: "C’est effacé de cet appareil.", text: "Il n’en reste rien ici." },
} as const
