import * as z from "zod/mini"
import { date, line, moment, number, text } from "#server/contract/field-kinds.ts"
import { PHONE_INVALID, PHONE_SHAPE } from "#server/contract/phone-field.ts"
import { contentPages, type PageSlug } from "#server/contract/site-pages.ts"
import { EMAIL_MAX } from "#server/contract/storable-text.ts"
import { withoutInvisible } from "#server/contract/without-invisible.ts"
import { type FieldNode, fieldTree } from "./field-tree.ts"
import { group, icon, list, optionalPicture, picture, requiredTick, sections, yesNo } from "./fields.ts"
import {
  ClosingBand,
  figuresSection,
  gallerySection,
  HeroContent,
  listsSection,
  projectsSection,
  SectorClosingBand,
  Service,
  servicesSection,
  stepsSection,
  textSection,
} from "./sections.ts"
import { sharedContents } from "./shared-contents.ts"

function sectorCard(label: string) {
  return group(label, {
    icon: icon(),
    title: line("Titre", 60),
    text: text("Texte", 240),
    services: list("Services", line("Service", 60), 6),
    photo: picture("Photo"),
  })
}

const paragraphs = list("Paragraphes", text("Paragraphe", 1200), 6)
const values = list("Valeurs", Service, 6)

const captions = {
  years: line("Légende\u00a0: expérience", 60),
  employees: line("Légende\u00a0: effectif", 60),
}

const Home = group("Accueil", {
  hero: group("Haut de page", {
    title: line("Titre", 80),
    lead: text("Introduction", 300),
    photo: picture("Photo"),
    portrait: optionalPicture("Photo pour les téléphones", {
      hint: "Plus haute que large. Sans elle, les téléphones montrent la photo ci-dessus.",
    }),
  }),
  sectors: group("Les secteurs", {
    title: line("Titre", 100),
    lead: text("Introduction", 400),
    cards: group("Cartes", {
      construction: sectorCard("Construction"),
      agriculture: sectorCard("Agriculture"),
      elevage: sectorCard("Élevage"),
      transport: sectorCard("Transport"),
      "ventes-materiaux": sectorCard("Ventes de matériaux"),
      immobilier: sectorCard("Immobilier"),
    }),
  }),
  story: group("L’entreprise", {
    title: line("Titre", 100),
    paragraphs,
    ...captions,
    photo: picture("Photo"),
    values,
  }),
  closing: ClosingBand,
})

function sectorPage<const Sections extends readonly [z.core.SomeType, ...z.core.SomeType[]]>(
  label: string,
  list: Sections,
) {
  return group(label, { hero: HeroContent, sections: sections(list), closing: SectorClosingBand })
}

const https = { regex: /^https:\/\/[^\s<>"]+$/, message: "Une adresse qui commence par https://" }

const Testimonial = group("Témoignage", {
  text: text("Ce que dit le client", 600),
  name: line("Nom", 80),
  role: line("Métier, entreprise ou lieu", 120, { optional: true }),
  permission: requiredTick(
    "Cette personne accepte d’être citée",
    "Sans l’accord de cette personne, ses mots ne peuvent pas être publiés",
  ),
})

const Partner = group("Partenaire", {
  logo: picture("Logo"),
  name: line("Nom", 80),
  href: line("Lien", 300, { pattern: https, optional: true }),
})

const Proof = group(
  "Clients, partenaires et assurance",
  {
    testimonials: list("Témoignages", Testimonial, 12, { optional: true }),
    partners: list("Partenaires", Partner, 24, { optional: true }),
    insurance: text("Assurance", 400, {
      optional: true,
      hint: "L’assureur et ce qu’il couvre.",
    }),
  },
  { hint: "Chaque partie apparaît sur la page une fois remplie." },
)

const About = group("À propos", {
  hero: HeroContent,
  history: group("Notre histoire", { title: line("Titre", 100), paragraphs }),
  figures: group("Le groupe en chiffres", { title: line("Titre", 100), ...captions }),
  values: group("Nos valeurs", { title: line("Titre", 100), values }),
  proof: Proof,
  closing: ClosingBand,
})

const Contact = group("Contact", {
  hero: group("Haut de page", { title: line("Titre", 80), lead: text("Introduction", 400) }),
  form: group("Le formulaire", {
    title: line("Titre", 80),
    lead: text("Introduction", 400),
    privacy: text("Protection des données", 600),
  }),
  details: group("Les coordonnées", { title: line("Titre", 80) }),
})

const Footer = group(sharedContents["pied-de-page"].label, {
  blurb: text("Présentation", 300),
  servicesTitle: line("Titre des services", 60),
  services: list("Services", line("Service", 60), 8),
  copyright: line("Mention finale", 160),
})

/** The home page has the company's name alone as its title, unless somebody writes one. */
function head(slug: string, label: string) {
  return group(label, {
    title: line("Titre", 60, {
      optional: slug === "accueil",
      hint: "Suivi du nom de l’entreprise dans l’onglet et les moteurs de recherche.",
    }),
    description: text("Description", 160, { hint: "Ce que les moteurs de recherche montrent sous le titre." }),
  })
}

const heads = Object.fromEntries(Object.entries(contentPages).map(([slug, { label }]) => [slug, head(slug, label)]))

const Heads = group(sharedContents.referencement.label, heads as Record<PageSlug, ReturnType<typeof head>>)

const phone = { tidy: withoutInvisible, regex: PHONE_SHAPE, message: PHONE_INVALID, inputMode: "tel" } as const

/** One or more opening periods of a day, such as `8h00-12h00, 13h00-17h00`. */
const hours = {
  regex:
    /^([01]?\d|2[0-3])h([0-5]\d)? ?[-–] ?([01]?\d|2[0-4])h([0-5]\d)?(, ?([01]?\d|2[0-3])h([0-5]\d)? ?[-–] ?([01]?\d|2[0-4])h([0-5]\d)?)*$/,
  message: "Des heures comme 8h00-18h00 ou 8h00-12h00, 14h00-18h00\u202f; rien si c’est fermé",
}

const day = (label: string) => line(label, 60, { optional: true, pattern: hours })

/** A page of the site or of another site. */
const link = {
  regex: /^(\/(?!\/)[^\s<>"\\]*|https:\/\/[^\s<>"]+)$/,
  message: "Une page du site (/contact) ou une adresse https://",
}

const email = {
  regex: /^[^\s@,<>"]+@[^\s@,<>"]+\.[^\s@,<>"]+$/,
  message: "Une adresse e-mail valide",
  inputMode: "email",
} as const

const Company = group(sharedContents.entreprise.label, {
  facts: group("L’entreprise", {
    name: line("Nom", 60),
    founded: number("Année de fondation", 1900, 2100),
    years: line("Années d'expérience", 10),
    employees: line("Nombre d'employés", 10),
  }),
  contact: group("Nous joindre", {
    address: text("Adresse", 200, { hint: "La rue et la commune, puis la ville et le pays sur une deuxième ligne." }),
    phone: line("Téléphone", 30, { pattern: phone }),
    whatsapp: line("WhatsApp", 30, { pattern: phone, optional: true }),
    email: line("E-mail", EMAIL_MAX, { pattern: email }),
  }),
  legal: group(
    "Immatriculation",
    {
      rccm: line("RCCM", 60, { optional: true, hint: "Par exemple\u00a0: CD/KNG/RCCM/23-B-01234" }),
      nationalId: line("Id. Nat.", 60, { optional: true }),
      taxId: line("NIF", 60, { optional: true }),
    },
    { hint: "En bas de chaque page et sur «\u00a0À propos\u00a0», une fois remplis." },
  ),
  hours: group(
    "Heures d'ouverture",
    {
      monday: day("Lundi"),
      tuesday: day("Mardi"),
      wednesday: day("Mercredi"),
      thursday: day("Jeudi"),
      friday: day("Vendredi"),
      saturday: day("Samedi"),
      sunday: day("Dimanche"),
    },
    { hint: "À l’heure de Kinshasa, comme 8h00-18h00, ou 8h00-12h00, 14h00-18h00\u202f; rien les jours de fermeture." },
  ),
  exceptions: list(
    "Jours exceptionnels",
    group("Jour", {
      date: date("Date"),
      text: line("Ce que lisent les visiteurs", 120, { initial: "Fermé" }),
    }),
    40,
    { optional: true, hint: "Affichés sur la page de contact jusqu’à leur date." },
  ),
  social: list(
    "Réseaux sociaux",
    group("Page", { name: line("Réseau", 40), href: line("Lien", 300, { pattern: https }) }),
    8,
    { optional: true },
  ),
})

const Announcement = group(sharedContents.annonce.label, {
  text: line("Texte", 200, { optional: true, hint: "Vide\u00a0: aucun bandeau." }),
  href: line("Lien", 300, {
    optional: true,
    pattern: link,
    hint: "Une page du site, comme /contact, ou une adresse https://",
  }),
  from: moment("À partir de", { hint: "Vide\u00a0: dès la publication." }),
  until: moment("Jusqu’à", { hint: "Vide\u00a0: sans fin." }),
})

const SiteSettings = group(sharedContents.parametres.label, {
  registration: group("Comptes", { open: yesNo("Inscriptions ouvertes") }),
  projects: group("Réalisations", {
    cancelled: yesNo("Montrer les réalisations annulées", {
      hint: "À la fin des listes, ou nulle part\u202f; leur page reste en ligne.",
    }),
  }),
  messages: group("Messages", {
    notify: list("Adresses prévenues à chaque message", line("E-mail", EMAIL_MAX, { pattern: email }), 10, {
      optional: true,
      hint: "Sans adresse, les messages vont à celle choisie à l’installation.",
    }),
    keepMonths: number("Mois de conservation des messages", 0, 120, {
      hint: "Les demandes que personne n’a touchées depuis plus longtemps sont effacées définitivement, photos comprises. 0\u00a0: elles sont conservées sans limite.",
    }),
    signature: text("Signature des réponses", 600, {
      optional: true,
      hint: "Sous chaque réponse par e-mail, où {nom} est le nom de l’entreprise.",
    }),
    templates: list("Modèles de réponse", group("Modèle", { name: line("Nom", 60), text: text("Texte", 3000) }), 30, {
      optional: true,
      hint: "Ce qui est entre accolades est remplacé\u00a0: {prenom}, {nom}, {reference}, {secteur}.",
    }),
  }),
})

/** Schemas of the site's content that people edit, by the slug of its editor. */
export const contentSchemas = {
  accueil: Home,
  construction: sectorPage("Construction", [
    servicesSection("Notre expertise"),
    stepsSection("Déroulement"),
    gallerySection("Nos Maquettes"),
    projectsSection("Nos Réalisations"),
  ]),
  agriculture: sectorPage("Agriculture", [
    servicesSection("Cultures"),
    figuresSection("Chiffres"),
    gallerySection("Galerie"),
    projectsSection("Projets"),
  ]),
  elevage: sectorPage("Élevage", [
    figuresSection("Chiffres"),
    stepsSection("Notre approche"),
    gallerySection("Galerie"),
    projectsSection("Projets"),
  ]),
  transport: sectorPage("Transport", [
    servicesSection("Nos services"),
    figuresSection("Performance"),
    gallerySection("Galerie"),
    figuresSection("Notre flotte"),
    projectsSection("Projets"),
  ]),
  "ventes-materiaux": sectorPage("Ventes de matériaux", [
    textSection("Présentation"),
    gallerySection("Galerie"),
    listsSection("Produits et services"),
    projectsSection("Chantiers fournis"),
  ]),
  immobilier: sectorPage("Immobilier", [
    servicesSection("Nos services"),
    listsSection("Pourquoi nous choisir"),
    gallerySection("Galerie"),
    projectsSection("Projets"),
  ]),
  "a-propos": About,
  contact: Contact,
  "pied-de-page": Footer,
  referencement: Heads,
  entreprise: Company,
  annonce: Announcement,
  parametres: SiteSettings,
} as const satisfies Record<PageSlug | keyof typeof sharedContents, z.core.$ZodType>

export type ContentSlug = keyof typeof contentSchemas

export const CONTENT_SLUGS = Object.keys(contentSchemas) as ContentSlug[]

export const PAGE_SLUGS = Object.keys(contentPages) as PageSlug[]

export const ContentSlug = z.enum(CONTENT_SLUGS, "Page inconnue")

/** Returns the path of the page that shows the content, which those of settings do not. */
export function previewPathOf(slug: ContentSlug): string {
  const places: Record<ContentSlug, { path: string } | { shownAt: string }> = { ...contentPages, ...sharedContents }
  const place = places[slug]
  return "path" in place ? place.path : place.shownAt
}

export function contentTree(page: ContentSlug): FieldNode {
  return fieldTree(contentSchemas[page])
}

/** Content in the form in which it is stored and edited. */
export type ContentOf<Slug extends ContentSlug> = z.input<(typeof contentSchemas)[Slug]>

/** Content with the brands from which the types of resolved content are derived. */
export type BrandedContent<Slug extends ContentSlug> = z.output<(typeof contentSchemas)[Slug]>
