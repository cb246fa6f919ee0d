/**
 * The beginnings of the paths of pages that whoever has the link may open. What follows is a token, which may reach no
 * log, no search engine and no other site.
 */
export const PRIVATE_PATHS = {
  preview: "/apercu/",
  request: "/demande/",
  invitation: "/invitation/",
  reset: "/reinitialiser/",
  email: "/confirmer-adresse/",
} as const

const beginnings = Object.values(PRIVATE_PATHS)

/** The path without its token; undefined for other paths. */
export function findPrivatePath(path: string): string | undefined {
  return beginnings.find((beginning) => path.startsWith(beginning))
}
