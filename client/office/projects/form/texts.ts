/** Texts beside the form of a project: its state, publication, preview and private links. */
export const projectEditor = {
  leads: {
    new: "Il paraîtra sur la page de son secteur dès qu’il sera ajouté. Un brouillon reste caché, avec un aperçu et un lien privé.",
    draft: "Ce brouillon s’enregistre tout seul. Les visiteurs ne le voient pas.",
    scheduled: "Il s’enregistre tout seul, et paraîtra au moment choisi.",
    incomplete: "Il s’enregistre tout seul.",
    published: "Les changements paraissent sur le site dès qu’ils sont enregistrés.",
    trashed: "Ce projet est dans la corbeille\u00a0: restaurez-le pour le modifier.",
  },
  slug: {
    ofOther: (slug: string, name: string) =>
      `L’adresse de sa page se termine par «\u00a0${slug}\u00a0», car «\u00a0${name}\u00a0» a déjà celle de ce nom`,
    ofTrashed: (slug: string, name: string) =>
      `L’adresse de sa page se termine par «\u00a0${slug}\u00a0», car celle de ce nom est gardée par «\u00a0${name}\u00a0», qui a été publié et se trouve dans la corbeille`,
    ofErased: (slug: string) =>
      `L’adresse de sa page se termine par «\u00a0${slug}\u00a0», car un projet effacé a été publié à celle de ce nom.`,
    seeOther: "Voir ce projet",
    seeTrash: "Voir la corbeille",
  },
  since: {
    draft: (date: string) => `modifié le ${date}`,
    scheduled: (date: string) => `paraîtra le ${date}`,
    incomplete: (date: string) => `prévu pour le ${date}`,
    published: (date: string) => `en ligne depuis le ${date}`,
    trashed: (date: string) => `supprimé le ${date}`,
  },
  incomplete: (missing: string) => `Ce projet ne paraîtra pas au moment choisi\u00a0: il lui manque ${missing}.`,
  actions: "Actions sur ce projet",
  saveDraft: "Enregistrer le brouillon",
  publish: "Publier",
  publishing: "Publication…",
  schedule: "Programmer",
  withdraw: "Retirer",
  history: "Historique",
  preview: "Aperçu",
  link: "Lien privé",
  restore: "Restaurer",
  backToList: "Retour aux projets",
  seePage: "Voir la page",
  scheduleDetail: "Le projet paraîtra de lui-même, à l’heure de Kinshasa.",
  draftSaved: { title: "Brouillon enregistré", text: "Les visiteurs ne le voient pas." },
  published: "Projet publié\u00a0: les visiteurs le voient dès maintenant.",
  scheduled: (date: string) => `Publication programmée pour le ${date}.`,
  unscheduled: "La publication n’est plus programmée.",
  withdrawn: "Projet retiré du site\u00a0: il est redevenu un brouillon.",
  changedElsewhere: "Ce projet a changé entre-temps",
  failure: {
    draft: "Le brouillon n’a pas été enregistré\u00a0: ",
    publish: "Le projet n’a pas été publié\u00a0: ",
    schedule: "La publication n’a pas été programmée\u00a0: ",
    withdraw: "Le projet n’a pas été retiré\u00a0: ",
    restore: "Le projet n’a pas été restauré\u00a0: ",
  },
} as const

export const projectPreview = {
  lead: "La page telle que les visiteurs la verront, avec ce que vous venez de saisir.",
  loading: "Préparation de l’aperçu…",
  failure: "L’aperçu n’a pas pu être affiché\u00a0: ",
} as const

export const previewLinks = {
  title: "Lien privé",
  lead: "Un lien privé montre ce projet, même en brouillon, à qui le reçoit. Il cesse de fonctionner à la date choisie, ou dès que vous le révoquez.",
  duration: "Valable",
  days: { 1: "1 jour", 7: "7 jours", 30: "30 jours" },
  create: "Créer le lien",
  creating: "Création…",
  once: (date: string) => `Copiez-le maintenant\u00a0: il ne sera plus affiché. Valable jusqu’au ${date}.`,
  url: "Adresse du lien",
  message: (name: string, url: string) => `${name}\u00a0: ${url}`,
  active: "Liens actifs",
  none: "Aucun lien actif.",
  by: (author: string | null) => (author ? `Créé par ${author}` : "Créé par un compte supprimé"),
  until: (date: string) => `valable jusqu’au ${date}`,
  revoke: "Révoquer",
  revokeOf: (date: string) => `Révoquer le lien créé le ${date}`,
  revoked: "Lien révoqué\u00a0: il n’ouvre plus rien.",
  loading: "Chargement des liens…",
  failure: {
    load: "Erreur lors du chargement des liens\u00a0: ",
    create: "Le lien n’a pas été créé\u00a0: ",
    revoke: "Le lien n’a pas été révoqué\u00a0: ",
  },
} as const
