import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatDate } from "#client/app/dates.ts"
import { StatusBadge } from "#client/app/status-badge.tsx"
import { Icon } from "#client/icons/icon.tsx"
import { Gallery } from "#client/pictures/gallery.tsx"
import type { PictureSource } from "#client/pictures/picture.tsx"
import { Breadcrumb } from "#client/site/frame/breadcrumb.tsx"
import { PortfolioLink } from "#client/site/projects/portfolio-link.tsx"
import { portfolio } from "#client/site/projects/texts.ts"
import { UploadedCard } from "#client/site/projects/uploaded-card.tsx"
import type { Project } from "#server/contract/projects.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { PaperLink } from "./paper-link.tsx"
import { FirstPicture, OtherPictures } from "./pictures.tsx"
import { ShareLinks } from "./share-links.tsx"
import { projectPage as texts } from "./texts.ts"

/** A project of the database, or one of a sector's content, which alone has a year and no dates. */
type ShownProject = Pick<Project, "name" | "slug" | "address" | "status" | "sector" | "description"> &
  Partial<Pick<Project, "publishedAt" | "updatedAt">> & { year?: string }

interface ProjectPageProps {
  project: ShownProject
  pictures: readonly PictureSource[]
  /** Whether visitors see the page, and can share it. */
  isPublic: boolean
  /** Other projects of its sector. */
  related: readonly Project[]
  /** The absolute URL of the page. */
  url: string
}

export function ProjectPageView({ project, pictures, isPublic, related, url }: ProjectPageProps) {
  const [first, ...others] = pictures
  return (
    <Gallery as="article">
      <ProjectHeading project={project} />
      {first && <FirstPicture picture={first} />}
      <div className="wrap grid gap-10 py-10 md:py-16 lg:grid-cols-[1fr_21rem] lg:gap-16">
        {project.description && (
          <section aria-labelledby="projet">
            <h2 id="projet" className="mb-6 text-h2">
              {texts.description}
            </h2>
            <div className="prose-width space-y-5 text-lead">
              {Object.entries(paragraphsOf(project.description)).map(([key, paragraph]) => (
                <p key={key} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
          </section>
        )}
        <aside className="flex flex-col gap-8">
          <ProjectFacts project={project} />
          {isPublic && (
            <>
              <Link to="/contact" search={{ projet: project.slug }} className="btn btn-secondary btn-lg h-auto py-3">
                {texts.quote}
                <Icon name="arrow" />
              </Link>
              <ShareLinks name={project.name} url={url} />
              <PaperLink url={url} />
            </>
          )}
        </aside>
      </div>
      {others.length > 0 && <OtherPictures pictures={others} />}
      {related.length > 0 && (
        <section aria-labelledby="autres" className="breathe bg-base-200 print:hidden">
          <div className="wrap">
            <h2 id="autres" className="mb-8 text-h2 md:mb-12">
              {texts.related}
            </h2>
            <ul className="grid gap-6 sm:grid-cols-2 md:grid-cols-3">
              {related.map((other) => (
                <UploadedCard key={other.id} project={other} brief />
              ))}
            </ul>
            <PortfolioLink />
          </div>
        </section>
      )}
    </Gallery>
  )
}

/** Splits a text into the paragraphs that blank lines separate. */
function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "")
}

function ProjectFacts({ project }: { project: ShownProject }) {
  const { address, year, sector, status, publishedAt, updatedAt } = project
  const isUpdated =
    publishedAt && updatedAt && formatDate(updatedAt) !== formatDate(publishedAt) && updatedAt > publishedAt
  return (
    <section aria-labelledby="en-bref" className="rounded-box border border-base-300 bg-base-200 p-6">
      <h2 id="en-bref" className="text-h3">
        {texts.details}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-3">
        {address && <Fact label={texts.place}>{address}</Fact>}
        <Fact label={texts.sector}>
          <Link to={`/${SECTOR_SLUGS[sector]}`} className="link-inline">
            {sector}
          </Link>
        </Fact>
        {year && <Fact label={texts.year}>{year}</Fact>}
        {status && <Fact label={texts.status}>{status}</Fact>}
        {publishedAt && (
          <Fact label={texts.published}>
            <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
          </Fact>
        )}
        {isUpdated && (
          <Fact label={texts.updated}>
            <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  )
}

function ProjectHeading({ project: { name, address, status } }: { project: ShownProject }) {
  return (
    <div className="bg-base-200">
      <div className="wrap pt-8 pb-8 md:pt-14 md:pb-10">
        <Breadcrumb className="mb-5" name={name} parent={{ to: "/realisations", name: portfolio.title }} />
        <h1 className={`hue-rule ${name.length > 60 ? "text-h2" : "max-w-4xl text-h1"}`}>{name}</h1>
        {(address || status) && (
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 text-lead">
            {address && (
              <p className="flex items-start gap-2">
                <Icon name="pin" className="mt-1 size-5.5 text-primary" />
                {address}
              </p>
            )}
            {status && <StatusBadge status={status} />}
          </div>
        )}
      </div>
    </div>
  )
}
