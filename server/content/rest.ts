import type { Context } from "hono"
import * as z from "zod/mini"
import { PublicPageInput } from "#server/contract/content/edit.ts"
import { contentSchemas, PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { findSector, SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import { type AppEnv, createCaller } from "#server/http/app-env.ts"
import { described, said } from "#server/http/described.ts"
import { publicCall, restCalls } from "#server/http/rest-call.ts"
import { type DocumentedResponse, json, NOT_MODIFIED, named } from "#server/http/rest-parts.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { contentRouter } from "./router.ts"

const KEEP_MONTHS_TEXT = "Les mois pendant lesquels les demandes sont conservées\u202f; 0\u00a0: sans limite"

const PageHead = z.object({
  title: said("Le titre", z.optional(z.string())),
  description: said("La description", z.string()),
})

const publicPages = PAGE_SLUGS.map((slug) =>
  described(
    z.object({
      slug: z.literal(slug),
      content: contentSchemas[slug],
      head: PageHead,
      fixedSlugs: z.optional(z.array(z.string())),
    }),
    {
      fixedSlugs: "La fin de l’adresse de chaque réalisation du contenu d’un secteur, dans leur ordre",
      slug: "La dernière partie de l’adresse de sa page",
      head: "Ce que montrent les moteurs de recherche",
    },
  ),
)

const link = { text: said("Le texte", z.string()), href: said("Où mène le lien", z.string()) }

const opening = {
  since: said("À partir de quand, en millisecondes depuis 1970", z.int()),
  text: said("Le texte", z.string()),
}

const registration = z.object({
  label: said("Le registre", z.string()),
  value: said("Le numéro", z.string()),
})

const SiteContent = described(
  z.object({
    company: z.extend(z.omit(contentSchemas.entreprise, { legal: true }), {
      registrations: said("Les numéros d’immatriculation, s’il y en a", z.optional(z.array(registration))),
    }),
    footer: contentSchemas["pied-de-page"],
    announcement: z.nullable(z.object(link)),
    openings: z.array(z.object(opening)),
    registrationOpen: z.boolean(),
    keepMonths: z.int(),
  }),
  {
    company: "Les coordonnées de l’entreprise",
    announcement: "Le bandeau d’annonce\u202f; null s’il n’y en a pas",
    openings: "Ce qui est affiché des heures d’ouverture, pour quelques jours",
    registrationOpen: "Si les visiteurs peuvent s’inscrire",
    keepMonths: KEEP_MONTHS_TEXT,
  },
)

/** A text of the content, once it is resolved (see TextPart). */
export const RichText = named(
  "RichText",
  z.union([
    z.string(),
    z.array(z.union([z.string(), z.object({ strong: said("Des mots en gras", z.string()) }), z.object(link)])),
  ]),
)

function contentResponses(name: string, data: z.core.$ZodType): Record<200 | 304, DocumentedResponse> {
  const schema = named(name, z.object({ result: said("Le résultat", z.object({ data: said("Le contenu", data) })) }))
  return { 200: json(schema, "Le contenu, tel que le site le montre", undefined, ["ETag"]), ...NOT_MODIFIED }
}

/**
 * Responds as the public tRPC procedures do, for pages that the browser renders itself. Browsers cache the responses
 * until the content changes; lists have their own requests, so that their failure does not break the page.
 */
export const contentRest = restCalls("contenu", [
  publicCall("GET /api/content/content.site", {
    title: "Lire le contenu publié que montrent toutes les pages",
    responses: contentResponses("SiteContent", SiteContent),
    answer: (c) => sendCached(c, "/api/content/site", async () => result(await publicCaller(c).site())),
  }),
  publicCall("GET /api/content/content.page", {
    title: "Lire le contenu publié d’une page",
    query: {
      input: {
        text: `La page, en JSON\u00a0: ${PAGE_SLUGS.join(", ")}`,
        schema: z.string(),
        example: JSON.stringify({ slug: "transport" }),
        required: true,
      },
    },
    responses: contentResponses("PageContent", z.union(publicPages)),
    errors: [400],
    answer(c) {
      const slug = readSlug(c)
      return sendCached(c, `/api/content/${slug}`, async () => result(await publicCaller(c).page({ slug })))
    },
  }),
  // Tabs that were opened before pages were read by their slugs go on calling by the names of that time.
  publicCall("GET /api/content/:former", {
    title: "Lire le contenu publié d’une page (anciennes adresses)",
    path: {
      former: {
        text: "La page, par son ancien nom",
        schema: z.enum(["content.home", "content.about", "content.contact", "content.sector"]),
        example: "content.home",
      },
    },
    query: { input: { text: "Le secteur, pour content.sector", schema: z.enum(SECTORS), example: "Transport" } },
    responses: contentResponses(
      "FormerPageContent",
      z.union(publicPages.map((page) => z.extend(page, { keepMonths: said(KEEP_MONTHS_TEXT, z.int()) }))),
    ),
    errors: [404],
    async answer(c) {
      const slug = findFormerPage(c)
      if (!slug) return c.notFound()
      return sendCached(c, `/api/content/former/${slug}`, async () => {
        const { keepMonths } = await publicCaller(c).site()
        return result({ ...(await publicCaller(c).page({ slug })), keepMonths })
      })
    },
  }),
])

function publicCaller(c: Context<AppEnv>) {
  return createCaller(c, contentRouter, anonymousContext(c.get("context")))
}

/** Reads the input where tRPC's client writes it, and rejects other slugs than those of pages. */
function readSlug(c: Context): PageSlug {
  const [, slug] = /^\{"slug":"([a-z-]+)"\}$/.exec(c.req.query("input") ?? "") ?? []
  return PublicPageInput.parse({ slug }).slug
}

const formerNames = new Map<string, PageSlug>([
  ["content.home", "accueil"],
  ["content.about", "a-propos"],
  ["content.contact", "contact"],
])

function findFormerPage(c: Context<AppEnv>): PageSlug | undefined {
  const name = c.req.param("former") ?? ""
  if (name !== "content.sector") return formerNames.get(name)
  const sector = findSector((c.req.query("input") ?? "").replaceAll('"', ""))
  return sector && SECTOR_SLUGS[sector]
}

function result(data: unknown) {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  return { status: 200, headers, body: JSON.stringify({ result: { data } }) }
}
