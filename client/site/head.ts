import { company } from "#client/copy/company.ts"
import { type PictureSource, PORTRAIT, preloadLink } from "#client/photos/picture.tsx"

interface PageHead {
  /** Before the company's name; without one the name stands alone. */
  title?: string
  description: string
  /** From the root, without a query. */
  path: string
  /** The picture that people see first, with the `sizes` it is shown at. */
  picture?: { source: PictureSource; sizes: string; portrait?: PictureSource }
  /** JSON-LD objects. */
  data?: readonly object[]
  robots?: "noindex"
}

/** What a page's head says of it, to search engines and to those who share it. */
export function pageHead(origin: string, { title, description, path, picture, data = [], robots }: PageHead) {
  const fullTitle = title ? `${title} – ${company.name}` : `${company.name} – Kinshasa`
  const url = new URL(path, origin).href
  const image = `${origin}/og-default.jpg`
  return {
    meta: [
      { title: fullTitle },
      { name: "description", content: description },
      ...(robots ? [{ name: "robots", content: robots }] : []),
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: company.name },
      { property: "og:locale", content: "fr_CD" },
      { property: "og:title", content: fullTitle },
      { property: "og:description", content: description },
      { property: "og:url", content: url },
      { property: "og:image", content: image },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { name: "twitter:card", content: "summary_large_image" },
      { name: "twitter:title", content: fullTitle },
      { name: "twitter:description", content: description },
      { name: "twitter:image", content: image },
    ],
    links: [{ rel: "canonical", href: url }, ...pictureLinks(picture)],
    // Escaped so that no text in it can end the element.
    scripts: data.map((object) => ({
      type: "application/ld+json",
      children: JSON.stringify(object).replaceAll("<", "\\u003c"),
    })),
  }
}

function pictureLinks(picture: PageHead["picture"]) {
  if (!picture) return []
  const { source, sizes, portrait } = picture
  if (!portrait) return [preloadLink(source, sizes)]
  return [preloadLink(portrait, "100vw", PORTRAIT), preloadLink(source, sizes, `not all and ${PORTRAIT}`)]
}
