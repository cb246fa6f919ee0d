import type { Project } from "#server/contract/projects.ts"

interface Described {
  /** Absolute. */
  url: string
  description: string
  image: string
}

/** https://schema.org/CreativeWork */
export function projectData(origin: string, project: Project, { url, description, image }: Described) {
  const { name, address, sector, publishedAt, updatedAt } = project
  return {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    "@id": `${url}#projet`,
    url,
    name,
    description,
    image,
    genre: sector,
    inLanguage: "fr",
    ...(publishedAt && { datePublished: publishedAt, dateModified: updatedAt }),
    ...(address && { contentLocation: { "@type": "Place", name: address } }),
    creator: { "@id": `${origin}/#organisation` },
  }
}

const DESCRIPTION_MAX = 155

/** Its first words, for search engines and link previews. */
export function summaryOf({ description, name, address }: Project): string {
  const text = description.replace(/\s+/g, " ").trim() || [name, address].filter(Boolean).join(", ")
  if (text.length <= DESCRIPTION_MAX) return text
  const end = text.lastIndexOf(" ", DESCRIPTION_MAX - 1)
  return `${text.slice(0, end > 0 ? end : DESCRIPTION_MAX - 1).replace(/[\s,;:.–-]+$/, "")}…`
}
