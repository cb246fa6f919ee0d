import { useSuspenseQuery } from "@tanstack/react-query"
import { createFileRoute, lazyRouteComponent, notFound, redirect } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { throwNotFound } from "#client/app/failures.ts"
import type { PageStatus, RouterContext } from "#client/app/router-context.ts"
import { contentSource, type PictureSource, uploadedSource } from "#client/pictures/picture.tsx"
import { type SharePicture, sharePicture } from "#client/pictures/share-picture.ts"
import { previewUrl } from "#client/pictures/upload-url.ts"
import { pageHead, SITE_PICTURE } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { breadcrumbs } from "#client/site/frame/structured-data.ts"
import { FIRST_SIZES } from "#client/site/projects/page/picture-sizes.ts"
import { ProjectPageView } from "#client/site/projects/page/project-page.tsx"
import { projectPage } from "#client/site/projects/page/texts.ts"
import { summaryOf } from "#client/site/projects/summary.ts"
import { portfolio } from "#client/site/projects/texts.ts"
import type { ProjectAtSlug } from "#server/contract/content/project-at-slug.ts"
import { PREVIEW_SIZE } from "#server/contract/images.ts"
import { isProjectSlug, PORTFOLIO_PATH, projectUrl } from "#server/contract/project-url.ts"

export const Route = createFileRoute("/realisations/$slug")({
  loader: async ({ context: { queries }, params: { slug } }): Promise<PageStatus | undefined> => {
    if (!isProjectSlug(slug)) throw notFound()
    const found = await queries.projects.atSlug.ensureData(slug).catch(throwNotFound)
    if (found.kind === "moved") {
      throw redirect({ to: "/realisations/$slug", params: { slug: found.slug }, statusCode: 301 })
    }
    return found.kind === "gone" ? { status: 410 } : undefined
  },
  head: ({ match: { context, params } }) => {
    const found = context.queries.projects.atSlug.getData(params.slug)
    return found?.kind === "found" || found?.kind === "fixed" ? projectHead(context, found) : {}
  },
  component: Screen,
})

type Found = Extract<ProjectAtSlug, { project: unknown }>

function picturesOf(found: Found): PictureSource[] {
  if (found.kind === "fixed") return found.project.photos.map(contentSource)
  const { images, name } = found.project
  return images.map((image, index) => uploadedSource(image, name, index))
}

function sharePictureOf(found: Found): SharePicture {
  if (found.kind === "fixed") return found.project.photos[0] ? sharePicture(found.project.photos[0]) : SITE_PICTURE
  const [first] = found.project.images
  // Imported projects may name pictures that are not stored.
  return first && first.width > 0 ? { path: previewUrl(first), ...PREVIEW_SIZE } : SITE_PICTURE
}

function projectHead(context: RouterContext, found: Found) {
  const { origin } = context
  const { name, slug } = found.project
  const path = projectUrl(slug)
  const description = summaryOf(found.project)
  const image = import.meta.env.SSR ? sharePictureOf(found) : SITE_PICTURE
  const [first] = picturesOf(found)
  return pageHead(context, {
    title: name,
    description,
    path,
    image,
    type: "article",
    picture: first && { source: first, sizes: FIRST_SIZES },
    robots: context.previewUntil === undefined ? undefined : "noindex",
    data: import.meta.env.SSR
      ? [
          breadcrumbs(origin, name, path, [{ name: portfolio.title, path: PORTFOLIO_PATH }]),
          projectData(origin, found.project, { url: origin + path, description, image: origin + image.path }),
        ]
      : [],
  })
}

/** It has its own chunk, since few visitors see it. */
const GoneProject = lazyRouteComponent(() => import("#client/site/projects/page/gone-project.tsx"), "GoneProject")

function Screen() {
  const { slug } = Route.useParams()
  const { origin, previewUntil } = Route.useRouteContext()
  const { queries } = useApi()
  const found = useSuspenseQuery(queries.projects.atSlug.queryOptions(slug)).data
  if (found.kind === "moved") return null
  if (found.kind === "gone") {
    return (
      <Page {...(found.sector && { sector: found.sector })}>
        <GoneProject sector={found.sector} />
      </Page>
    )
  }
  return (
    <Page sector={found.project.sector} project={{ name: found.project.name, slug }}>
      {previewUntil && (
        <p className="bg-secondary px-4 py-2 text-center text-secondary-content">
          {projectPage.preview(formatDateTime(previewUntil))}
        </p>
      )}
      <ProjectPageView
        project={found.project}
        pictures={picturesOf(found)}
        isPublic={found.kind === "fixed" || found.project.publishedAt !== null}
        related={found.related}
        url={origin + projectUrl(slug)}
      />
    </Page>
  )
}

interface Described {
  /** The absolute URL of the page. */
  url: string
  description: string
  image: string
}

/** Returns the JSON-LD of a project (https://schema.org/CreativeWork). */
function projectData(origin: string, project: Found["project"], { url, description, image }: Described) {
  const { name, address, sector } = project
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
    ...("year" in project && { dateCreated: project.year }),
    ...("publishedAt" in project &&
      project.publishedAt && { datePublished: project.publishedAt, dateModified: project.updatedAt }),
    ...(address && { contentLocation: { "@type": "Place", name: address } }),
    creator: { "@id": `${origin}/#organisation` },
  }
}
