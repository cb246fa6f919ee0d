import * as z from "zod/mini"
import { ProjectId } from "./projects.ts"
import { messages } from "./response-messages.ts"
import { type ErrorMessage, sectorOr } from "./sector-spelling.ts"
import { STATUSES } from "./statuses.ts"

export const NAME_MAX = 200
export const ADDRESS_MAX = 300
export const DESCRIPTION_MAX = 10_000
export const IMAGES_MAX = 12
export const ALT_MAX = 300

/** What a field that must be filled is told when it is not. */
const filled = z.minLength(1, messages.requiredFieldsMissing)

/** Left out or blank is one thing, a value that does not exist another. */
function missingOr(unknown: string): ErrorMessage {
  return ({ input = "" }) =>
    input === null || (typeof input === "string" && input.trim() === "") ? messages.requiredFieldsMissing : unknown
}

const Name = z
  .string(messages.requiredFieldsMissing)
  .check(z.trim(), filled, z.maxLength(NAME_MAX, `Le nom ne peut dépasser ${NAME_MAX} caractères`))
const Description = z
  .string(messages.requiredFieldsMissing)
  .check(z.trim(), z.maxLength(DESCRIPTION_MAX, "La description ne peut dépasser 10 000 caractères"))
const StatusValue = z.enum(STATUSES, { error: missingOr(messages.unknownStatus) })
const SectorValue = sectorOr(missingOr(messages.unknownSector))

/** The empty text is no address. */
const Address = z.pipe(
  z.nullable(
    z
      .string("L’adresse doit être un texte")
      .check(z.trim(), z.maxLength(ADDRESS_MAX, `L’adresse ne peut dépasser ${ADDRESS_MAX} caractères`)),
  ),
  z.transform((address) => address || null),
)

export const ImageName = z
  .string("Nom d’image invalide")
  .check(z.minLength(1, "Nom d’image invalide"), z.maxLength(200, "Nom d’image invalide"))

export const AltText = z
  .string(messages.altsNotAList)
  .check(z.trim(), z.maxLength(ALT_MAX, `Le texte alternatif ne peut dépasser ${ALT_MAX} caractères`))

const Images = z
  .array(z.object({ name: ImageName, alt: AltText }), messages.imagesNotAList)
  .check(z.maxLength(IMAGES_MAX, messages.tooManyImages))

/** A new project. */
export const ProjectDraft = z.object({
  name: Name,
  description: Description.check(filled),
  address: z._default(Address, null),
  status: StatusValue,
  sector: SectorValue,
  images: z._default(Images, []),
})

export type ProjectDraft = z.infer<typeof ProjectDraft>

/** A field left out keeps its value; with a version, the change is refused when the project has another one by now. */
export const ProjectChange = z.object({
  id: ProjectId,
  version: z.optional(z.int("Version invalide")),
  name: z.optional(Name),
  description: z.optional(Description),
  address: z.optional(Address),
  status: z.optional(z.nullable(StatusValue)),
  sector: z.optional(SectorValue),
  images: z.optional(Images),
})

export type ProjectChange = z.infer<typeof ProjectChange>
