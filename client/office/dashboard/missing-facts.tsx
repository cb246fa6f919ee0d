import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { dashboard } from "./texts.ts"

const { missing: texts } = dashboard

/** Says what visitors miss of the company's facts, to those who may write them. */
export function MissingFacts() {
  const { queries } = useApi()
  const can = useCan()
  const { data: site } = useQuery(queries.content.site.queryOptions())
  if (!can("content.write") || !site) return null
  const { company, openings } = site
  const missing = [
    ...(company.contact.whatsapp === "" ? [texts.whatsApp] : []),
    ...(openings.length === 0 ? [texts.hours] : []),
  ]
  if (missing.length === 0) return null
  return (
    <section aria-label={texts.title} className="mb-6 rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon name="alert" />
        {texts.title}
      </h2>
      <ul className="mt-2 list-disc pl-6">
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Link
        to="/admin/site-management/$page"
        params={{ page: "entreprise" }}
        className="link-inline inline-flex min-h-11 items-center"
      >
        {texts.complete}
      </Link>
    </section>
  )
}
