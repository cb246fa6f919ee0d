import { useSuspenseQuery } from "@tanstack/react-query"
import { type Api, useApi } from "#client/app/api.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"

type AnyPage = Awaited<ReturnType<Api["client"]["content"]["page"]["query"]>>

type Page<Slug extends PageSlug> = Extract<AnyPage, { slug: Slug }>

/** Returns the content of the page, which its route has loaded. */
export function usePageContent<Slug extends PageSlug>(slug: Slug): Page<Slug> {
  const { queries } = useApi()
  const page = useSuspenseQuery(queries.content.page.queryOptions({ slug })).data
  if (!isPage(page, slug)) throw new Error(`The content of ${page.slug}`)
  return page
}

/** Returns the content of the page, or undefined if it could not be read. */
export function findPageContent<Slug extends PageSlug>(queries: Api["queries"], slug: Slug): Page<Slug> | undefined {
  const page = queries.content.page.getData({ slug })
  return page && isPage(page, slug) ? page : undefined
}

function isPage<Slug extends PageSlug>(page: AnyPage, slug: Slug): page is Page<Slug> {
  return page.slug === slug
}
