import { Link } from "@tanstack/react-router"
import { portfolio } from "#client/site/projects/texts.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { goneProject as texts } from "./gone-texts.ts"

/** The sector is null if it is no longer known. */
export function GoneProject({ sector }: { sector: Sector | null }) {
  return (
    <div className="wrap breathe">
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="hue-rule text-h1">{texts.title}</h1>
      <p className="prose-width mt-6 text-lead">{texts.text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        {sector && (
          <Link to={`/${SECTOR_SLUGS[sector]}`} className="btn btn-primary">
            {texts.ofSector(sector)}
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
          {texts.contact}
        </Link>
      </p>
    </div>
  )
}
