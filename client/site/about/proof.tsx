import { contentSource, Picture } from "#client/pictures/picture.tsx"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Section } from "#client/site/frame/section.tsx"
import { useSite } from "#client/site/frame/site-content.ts"
import type { Proof } from "#server/contract/content/public.ts"
import { proof as texts } from "./texts.ts"

/** What others say of the company, each part once its owner has written it. */
export function ProofSections({ proof: { testimonials, partners, insurance } }: { proof: Proof }) {
  const { registrations = [] } = useSite().company
  return (
    <>
      {testimonials.length > 0 && <Testimonials testimonials={testimonials} />}
      {partners.length > 0 && <Partners partners={partners} />}
      {(registrations.length > 0 || insurance) && (
        <Section title={texts.guarantees}>
          <dl className="prose-width grid grid-cols-[auto_1fr] gap-x-5 gap-y-3">
            {registrations.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-base-content/75">{label}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
            {insurance && (
              <div className="contents">
                <dt className="text-base-content/75">{texts.insurance}</dt>
                <dd className="whitespace-pre-line">
                  <RichText text={insurance} />
                </dd>
              </div>
            )}
          </dl>
        </Section>
      )}
    </>
  )
}

function Testimonials({ testimonials }: Pick<Proof, "testimonials">) {
  const { length } = testimonials
  const columns = length === 1 ? "prose-width" : length % 3 === 0 ? "md:grid-cols-3" : "md:grid-cols-2"
  return (
    <Section title={texts.testimonials}>
      <ul className={`grid gap-5 ${columns}`}>
        {Object.entries(testimonials).map(([key, { text, name, role }]) => (
          <li key={key} className="flex">
            <figure className="flex grow flex-col justify-between gap-5 rounded-box border border-base-300 p-6">
              <blockquote className="text-lead whitespace-pre-line">
                {"«\u00a0"}
                <RichText text={text} />
                {"\u00a0»"}
              </blockquote>
              <figcaption>
                <span className="font-semibold">{name}</span>
                {role && <span className="block text-base-content/75">{role}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Partners({ partners }: Pick<Proof, "partners">) {
  return (
    <Section title={texts.partners}>
      <ul className="grid grid-cols-2 gap-5 md:grid-cols-3 lg:grid-cols-4">
        {Object.entries(partners).map(([key, { logo, name, href }]) => {
          const content = (
            <>
              <Picture
                source={{ ...contentSource(logo), alt: "", colour: "transparent" }}
                sizes="10rem"
                className="h-16 w-full object-contain"
              />
              <span className="mt-3 block text-center text-sm">{name}</span>
            </>
          )
          return (
            <li key={key} className="rounded-box border border-base-300">
              {href ? (
                <a href={href} rel="noopener noreferrer" className="block p-5 underline-offset-4 hover:underline">
                  {content}
                </a>
              ) : (
                <div className="p-5">{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
