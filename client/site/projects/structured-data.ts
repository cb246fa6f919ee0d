import type { Project } from "#server/contract/projects.ts"

interface Described {
  /** The absolute URL of the page. */
  url: string
  description: string
  image: string
}

/** Returns the JSON-LD of a project (https://schema.org/CreativeWork). */
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
