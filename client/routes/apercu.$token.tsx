import { createFileRoute, Link } from "@tanstack/react-router"
import type { PageStatus } from "#client/app/router-context.ts"
import { Page } from "#client/site/frame/page.tsx"
import { site } from "#client/site/frame/texts.ts"
import { endedPreview as texts } from "#client/site/projects/ended-preview-texts.ts"
import { portfolio } from "#client/site/projects/texts.ts"

/** Replaces a project whose private link has expired; the server renders valid previews without this route. */
export const Route = createFileRoute("/apercu/$token")({
  loader: (): PageStatus => ({ status: 404 }),
  component: Ended,
})

function Ended() {
  return (
    <Page>
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap breathe">
        <h1 className="hue-rule text-h1">{texts.title}</h1>
        <p className="prose-width mt-6 text-lead">{texts.text}</p>
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
