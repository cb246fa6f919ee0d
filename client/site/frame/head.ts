import type { RouterContext } from "#client/app/router-context.ts"
import { type PictureSource, PORTRAIT, preloadLink } from "#client/pictures/picture.tsx"
import type { SharePicture } from "#client/pictures/share-picture.ts"
import { PREVIEW_SIZE } from "#server/contract/images.ts"

export const SITE_PICTURE: SharePicture = { path: "/og-default.jpg", ...PREVIEW_SIZE }

interface HeadInput {
  /** It precedes the company's name, which is shown alone without it. */
  title?: string
  /** A function gets the company's name. */
  description: string | ((name: string) => string)
  /** The absolute path, without the origin. */
  path: string
  /** The largest picture above the fold, which is preloaded. */
  picture?: { source: PictureSource; sizes: string; portrait?: PictureSource } | undefined
  /** The picture for link previews, by default that of the site. Only the server needs it. */
  image?: SharePicture | undefined
  type?: "website" | "article"
  /** The JSON-LD objects of the page. Only the server makes them, since robots read each page from there. */
  data?: readonly object[]
  robots?: "noindex" | undefined
}

/** Returns the metadata for browsers, search engines and link previews. */
export function pageHead(
  { origin, queries }: RouterContext,
  { title, description: text, path, picture, image = SITE_PICTURE, type = "website", data = [], robots }: HeadInput,
) {
  const name = queries.content.site.getData()?.company.facts.name ?? ""
  const description = typeof text === "function" ? text(name) : text
  const fullTitle = title ? `${title} – ${name}` : `${name} – Kinshasa`
  const url = new URL(path, origin).href
  /** Only the server makes the tags of link previews, since robots read each page from there. */
  const previewTags = () => [
    { property: "og:type", content: type },
    { property: "og:site_name", content: name },
    { property: "og:locale", content: "fr_CD" },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: origin + image.path },
    { property: "og:image:width", content: String(image.width) },
    { property: "og:image:height", content: String(image.height) },
    // X reads title, description and image from the og: properties.
    { name: "twitter:card", content: "summary_large_image" },
  ]
  return {
    meta: [
      { title: fullTitle },
      { name: "description", content: description },
      ...(robots ? [{ name: "robots", content: robots }] : []),
      ...(import.meta.env.SSR ? previewTags() : []),
    ],
    links: [{ rel: "canonical", href: url }, ...pictureLinks(picture)],
    // The escape keeps « </script> » in a text from ending the element.
    scripts: data.map((object) => ({
      type: "application/ld+json",
      children: JSON.stringify(object).replaceAll("<", "\\u003c"),
    })),
  }
}

function pictureLinks(picture: HeadInput["picture"]) {
  // A picture without variants is too small to matter.
  if (!picture?.source.srcSet) return []
  const { source, sizes, portrait } = picture
  if (!portrait) return [preloadLink(source, sizes)]
  return [preloadLink(portrait, "100vw", PORTRAIT), preloadLink(source, sizes, `not all and ${PORTRAIT}`)]
}
