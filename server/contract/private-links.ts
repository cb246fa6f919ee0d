/**
 * How the paths of pages begin that whoever has the link may open. The rest is the link's token, which may reach no log,
 * no search engine and no other site.
 */
export const PRIVATE_LINKS = {
  preview: "/apercu/",
  request: "/demande/",
  invitation: "/invitation/",
  reset: "/reinitialiser/",
  email: "/confirmer-adresse/",
} as const

const starts = Object.values(PRIVATE_LINKS)

/** How the path begins; undefined for other paths. */
export function findPrivateStart(path: string): string | undefined {
  return starts.find((start) => path.startsWith(start))
}
