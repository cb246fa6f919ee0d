import * as z from "zod/mini"
import { messages } from "./response-messages.ts"
import { sectorField } from "./sector-spelling.ts"
import { STATUSES } from "./statuses.ts"
import { notBlank, storable, trimLine, trimText } from "./storable-text.ts"

export const NAME_MAX = 200
export const ADDRESS_MAX = 300
export const DESCRIPTION_MAX = 10_000
export const IMAGES_MAX = 12
export const ALT_MAX = 300

const required = notBlank(messages.requiredFieldsMissing)

function requiredText(tooLong: string, max: number) {
  return z.string(messages.requiredFieldsMissing).check(trimText, z.maxLength(max, tooLong), storable)
}

/** Returns the schema of a text of one line that is stored as null if it is empty. */
function optionalText(notText: string, tooLong: string, max: number) {
  const text = z.nullable(z.string(notText).check(trimLine, z.maxLength(max, tooLong), storable))
  // The schema at the end gives the REST documentation the type, which a transformation hides.
  return z.pipe(
    z.pipe(
      text,
      z.transform((text) => text || null),
    ),
    z.nullable(z.string()),
  )
}

/** Returns the error of a choice: a missing or blank value is required, and any other one is unknown. */
function missingOrUnknown(unknown: string) {
  return ({ input = "" }: { input?: unknown }) =>
    input === null || (typeof input === "string" && input.trim() === "") ? messages.requiredFieldsMissing : unknown
}

const Name = requiredText(`Le nom ne peut dépasser ${NAME_MAX} caractères`, NAME_MAX).check(trimLine, ...required)
const Description = requiredText("La description ne peut dépasser 10 000 caractères", DESCRIPTION_MAX)
const Address = optionalText(
  "L’adresse doit être un texte",
  `L’adresse ne peut dépasser ${ADDRESS_MAX} caractères`,
  ADDRESS_MAX,
)
const StatusField = z.enum(STATUSES, { error: missingOrUnknown(messages.unknownStatus) })

export const ImageName = z
  .string("Nom d’image invalide")
  .check(z.minLength(1, "Nom d’image invalide"), z.maxLength(200, "Nom d’image invalide"), storable)

export const ImageAlt = z
  .string(messages.altsNotAList)
  .check(trimLine, z.maxLength(ALT_MAX, `Le texte alternatif ne peut dépasser ${ALT_MAX} caractères`), storable)

const Percent = z.int("Point invalide").check(z.gte(0, "Point invalide"), z.lte(100, "Point invalide"))

/** The point that every crop of a picture contains, in percent from the left and from the top. */
export const FocalPoint = z.object({ x: Percent, y: Percent })

export type FocalPoint = z.infer<typeof FocalPoint>

const Images = z
  .array(z.object({ name: ImageName, alt: z._default(z.nullable(ImageAlt), null) }), messages.imagesNotAList)
  .check(z.maxLength(IMAGES_MAX, messages.tooManyImages))

/** The fields of a project that people write, in the order of the form. */
export const ProjectFields = z.object({
  name: Name,
  description: Description,
  address: Address,
  status: z.nullable(StatusField),
  sector: sectorField(missingOrUnknown(messages.unknownSector)),
  images: Images,
})

export type ProjectFields = z.infer<typeof ProjectFields>

/** Labels of the fields, in the order of the columns of a file. */
export const PROJECT_LABELS = {
  name: "Nom du projet",
  sector: "Secteur",
  status: "Statut",
  address: "Adresse",
  description: "Description",
  images: "Images",
} as const satisfies Record<keyof ProjectFields, string>

/** A draft needs only a name and a sector. */
export const ProjectDraft = z.extend(ProjectFields, {
  description: z._default(Description, ""),
  address: z._default(Address, null),
  status: z._default(ProjectFields.shape.status, null),
  images: z._default(Images, []),
})

export type ProjectDraft = z.infer<typeof ProjectDraft>

/** A project with all fields that publishing needs, and the defaults of optional ones. */
export const PublishableProject = z.extend(ProjectFields, {
  description: Description.check(...required),
  address: z._default(Address, null),
  status: StatusField,
  images: z._default(Images, []),
})

export type PublishableProject = z.infer<typeof PublishableProject>
