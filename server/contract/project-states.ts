// Search params are parsed before zod is loaded: this file must not import it.

export const PROJECT_STATES = ["draft", "scheduled", "published", "trashed"] as const

export type ProjectState = (typeof PROJECT_STATES)[number]

export const STATE_LABELS: Record<ProjectState, string> = {
  draft: "Brouillon",
  scheduled: "Programmé",
  published: "Publié",
  trashed: "Dans la corbeille",
}

/** The values of `?etat=`. */
export const STATE_SLUGS = {
  draft: "brouillon",
  scheduled: "programme",
  published: "publie",
  trashed: "corbeille",
} as const satisfies Record<ProjectState, string>
