import { Link } from "@tanstack/react-router"
import { goneProject as copy } from "#client/copy/gone-project.ts"
import { portfolio } from "#client/copy/portfolio.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"

/** The sector is null if it is no longer known. */
export function GoneProject({ sector }: { sector: Sector | null }) {
  return (
    <div className="wrap breathe">
      <title>{copy.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="hue-rule text-h1">{copy.title}</h1>
      <p className="prose-width mt-6 text-lead">{copy.text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        {sector && (
          <Link to={`/${SECTOR_SLUGS[sector]}`} className="btn btn-primary">
            {copy.ofSector(sector)}
          </Link>
        )}
        <Link
          to="/realisations"
          activeOptions={{ exact: true }}
          className={`btn btn-primary ${sector ? "btn-outline" : ""}`}
        >
          {portfolio.all}
        </Link>
        <Link to="/contact" className="btn btn-outline btn-primary">
          {copy.contact}
        </Link>
      </p>
    </div>
  )
}
