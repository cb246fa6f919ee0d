import { pluralize } from "#client/office/french/pluralize.ts"

/** Texts that the editors of content and of projects share. */
export const editing = {
  saving: "Enregistrement…",
  savedAt: (time: string) => `Enregistré à ${time}`,
  unsaved: "Pas encore enregistré",
  offline:
    "Connexion impossible\u00a0: vos modifications restent sur cet appareil et seront enregistrées dès que possible.",
  unavailable:
    "Le serveur ne répond pas pour l’instant\u00a0: vos modifications restent sur cet appareil et seront enregistrées dès que possible.",
  unsavedOffer: {
    label: "Modifications non enregistrées",
    text: (date: string) => `Vous avez des modifications non enregistrées du ${date}.`,
    resume: "Reprendre",
    ignore: "Ignorer",
  },
  otherAccount:
    "Quelqu’un d’autre s’est connecté avec ce navigateur\u00a0: rien n’est enregistré en son nom. Votre texte reste sur cet appareil, reconnectez-vous pour l’enregistrer.",
  rejected: "Le brouillon n’a pas pu être enregistré\u00a0: ",
  restored: "Vos modifications qui n’étaient pas encore enregistrées ont été retrouvées sur cet appareil.",
  scheduleDialog: {
    title: "Programmer la publication",
    label: "Date et heure",
    confirm: "Programmer",
    remove: "Ne plus programmer",
  },
  preview: {
    title: "Aperçu",
    width: "Largeur de l’aperçu",
    phone: "Téléphone",
    desktop: "Ordinateur",
    failure: "L’aperçu n’a pas pu être mis à jour.",
  },
  conflict: {
    pending:
      "Conflit en attente\u00a0: quelqu’un d’autre a enregistré une autre version. La vôtre reste sur cet appareil jusqu’à votre choix, 7\u00a0jours au plus.",
    choose: "Choisir une version",
    mine: "Ma version",
    theirs: "L’autre version",
    keepMine: "Garder ma version",
    takeTheirs: "Prendre l’autre version",
    saveChoices: "Enregistrer ces choix",
  },
  historyLoading: "Chargement de l’historique…",
  comparison: { before: "Avant", after: "Après", empty: "(vide)" },
} as const

export const versions = {
  title: "Versions",
  older: (count: number) => pluralize(count, "version plus ancienne", "versions plus anciennes"),
} as const
