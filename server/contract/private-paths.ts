/** A secret token follows these prefixes of paths, and must reach no log, no search engine and no other site. */
export const PRIVATE_PATHS = {
  preview: "/apercu/",
  request: "/demande/",
  invitation: "/invitation/",
  reset: "/reinitialiser/",
  email: "/confirmer-adresse/",
  factor: "/proteger-compte/",
} as const

const beginnings = Object.values(PRIVATE_PATHS)

/** Returns the path without its token; undefined for other paths. */
export function findPrivatePath(path: string): string | undefined {
  return beginnings.find((beginning) => path.startsWith(beginning))
}
