import { formatNumber } from "#client/office/french/pluralize.ts"
import type { FirstStep } from "#server/contract/first-steps.ts"

/** Texts of the dashboard; the labels of its figures are in admin-stats.ts. */
export const dashboard = {
  lead: "L’essentiel du site en un coup d’œil.",
  today: {
    title: "À faire aujourd’hui",
    nothing: "Rien ne vous attend\u00a0: tout est à jour.",
    resume: (name: string) => `Reprendre «\u00a0${name}\u00a0»`,
    late: (count: number) => `${formatNumber(count)} depuis plus de 24\u00a0h`,
  },
  actions: {
    title: "Actions rapides",
    links: [
      { label: "Ajouter un projet", to: "/admin/project-form", icon: "add", right: "projects.write" },
      { label: "Voir tous les projets", to: "/admin/projects", icon: "building", right: "projects.read" },
      { label: "Gérer le site", to: "/admin/site-management", icon: "settings", right: "content.read" },
      { label: "Statistiques détaillées", to: "/admin/stats", icon: "chart", right: "stats.read" },
      { label: "Lire les messages", to: "/admin/messages", icon: "mail", right: "messages.read" },
    ],
  },
  steps: {
    title: "Premiers pas",
    done: (done: number, all: number) => `${done} sur ${all}\u00a0: la liste se coche d’elle-même.`,
    isDone: "(fait)",
    putAway: "Ranger cette liste",
    show: "Afficher les premiers pas",
    labels: {
      whatsApp: {
        label: "Vérifier le téléphone, ajouter le numéro WhatsApp",
        reason: "Sans lui, aucune page ne propose d’écrire par WhatsApp.",
      },
      hours: {
        label: "Écrire les heures d’ouverture",
        reason: "Sans elles, aucune page ne dit si quelqu’un répond en ce moment.",
      },
      notify: {
        label: "Choisir qui est prévenu des demandes",
        reason: "Sans adresse, les demandes vont à celle choisie à l’installation.",
      },
      team: { label: "Inviter l’équipe", reason: "Chacun travaille sous son nom, avec ses droits." },
      project: { label: "Publier une première réalisation", reason: "Les visiteurs jugent sur ce qui est bâti." },
      photos: {
        label: "Ajouter de vraies photographies",
        reason: "Elles remplacent les illustrations fournies avec le site.",
      },
      address: {
        label: "Donner au site son adresse (PUBLIC_URL)",
        reason: "Sans elle, les e-mails n’ont pas de lien vers le site\u00a0: demandez-la à qui l’héberge.",
      },
    } satisfies Record<FirstStep, { label: string; reason: string }>,
  },
  projects: { title: "Derniers projets" },
  recent: { title: "Projets récents", empty: "Aucun projet pour le moment." },
} as const
