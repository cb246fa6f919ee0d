import { createFileRoute, Link } from "@tanstack/react-router"
import { endedPreview as copy } from "#client/copy/ended-preview.ts"
import { portfolio } from "#client/copy/portfolio.ts"
import { site } from "#client/copy/site.ts"
import type { PageStatus } from "#client/router-context.ts"
import { Page } from "#client/site/page.tsx"

/** Replaces a project whose private link has expired; the server renders valid previews without this route. */
export const Route = createFileRoute("/apercu/$token")({
  loader: (): PageStatus => ({ status: 404 }),
  component: Ended,
})

function Ended() {
  return (
    <Page>
      <title>{copy.title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap breathe">
        <h1 className="hue-rule text-h1">{copy.title}</h1>
        <p className="prose-width mt-6 text-lead">{copy.text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/realisations" className="btn btn-primary">
            {portfolio.all}
          </Link>
          <Link to="/contact" className="btn btn-outline btn-primary">
            {site.notFound.contact}
          </Link>
        </p>
      </div>
    </Page>
  )
}
