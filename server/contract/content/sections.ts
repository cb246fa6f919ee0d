import * as z from "zod/mini"
import { line, text } from "#server/contract/field-kinds.ts"
import { group, icon, list, picture, status } from "./fields.ts"

const title = () => line("Titre", 100)
const lead = () => text("Introduction", 400, { optional: true })

export const Service = group("Carte", { icon: icon(), title: line("Titre", 80), text: text("Texte", 400) })

const Figure = group("Chiffre", {
  value: line("Valeur", 20, { hint: "Par exemple\u00a0: 5 000+" }),
  label: line("Légende", 60),
})

const Step = group("Étape", { title: line("Titre", 80), text: text("Texte", 400) })

const GalleryPicture = group("Photo", { photo: picture("Photo"), caption: line("Légende", 120, { optional: true }) })

const FixedProject = group("Réalisation", {
  title: line("Nom", 120),
  place: line("Lieu", 120),
  year: line("Année", 9),
  status: status(),
  description: text("Description", 2000, { optional: true, hint: "Sur la page de cette réalisation." }),
  photos: list("Photos", picture("Photo"), 12),
})

export function textSection(label: string) {
  return group(label, {
    kind: z.literal("text"),
    title: title(),
    paragraphs: list("Paragraphes", text("Paragraphe", 1200), 10),
  })
}

export function servicesSection(label: string) {
  return group(label, {
    kind: z.literal("services"),
    title: title(),
    lead: lead(),
    services: list("Cartes", Service, 12),
  })
}

export function listsSection(label: string) {
  const column = group("Colonne", { title: title(), entries: list("Points", line("Point", 160), 20) })
  return group(label, {
    kind: z.literal("lists"),
    title: title(),
    lead: lead(),
    columns: list("Colonnes", column, 4),
  })
}

export function figuresSection(label: string) {
  return group(label, {
    kind: z.literal("figures"),
    title: title(),
    lead: lead(),
    figures: list("Chiffres", Figure, 8),
  })
}

export function stepsSection(label: string) {
  return group(label, { kind: z.literal("steps"), title: title(), lead: lead(), steps: list("Étapes", Step, 12) })
}

export function gallerySection(label: string) {
  return group(label, {
    kind: z.literal("gallery"),
    title: title(),
    lead: lead(),
    photos: list("Photos", GalleryPicture, 40),
  })
}

/** The section shows the projects of the database, and then the fixed ones. */
export function projectsSection(label: string) {
  return group(label, {
    kind: z.literal("projects"),
    title: title(),
    lead: lead(),
    fixed: list("Réalisations toujours affichées", FixedProject, 40, { optional: true }),
  })
}

export const ClosingBand = group("Bandeau final", {
  title: line("Titre", 100),
  text: text("Texte", 400),
  action: line("Texte du bouton", 40),
})

export const SectorClosingBand = group("Bandeau final", {
  title: line("Titre", 100),
  text: text("Texte", 400),
  action: line("Texte du bouton", 40),
  mailSubject: line("Objet de l’e-mail", 120, {
    optional: true,
    hint: "Avec un objet, le bouton ouvre un e-mail\u202f; sans, la page de contact.",
  }),
})

export const HeroContent = group("Haut de page", {
  title: line("Titre", 80),
  lead: text("Introduction", 400),
  photo: picture("Photo"),
})
