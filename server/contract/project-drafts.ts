import * as z from "zod/mini"
import { type FieldInfo, fieldInfo } from "./field-kinds.ts"
import { responseTexts } from "./response-texts.ts"
import { sectorField } from "./sector-spelling.ts"
import { SECTORS } from "./sectors.ts"
import { STATUSES } from "./statuses.ts"
import { notBlank, storable, trimLine, trimText } from "./storable-text.ts"

export const NAME_MAX = 200
export const ADDRESS_MAX = 300
export const DESCRIPTION_MAX = 10_000
export const IMAGES_MAX = 12
export const ALT_MAX = 300

const required = notBlank(responseTexts.requiredFieldsMissing)

function requiredText(tooLong: string, max: number) {
  return z.string(responseTexts.requiredFieldsMissing).check(trimText, z.maxLength(max, tooLong), storable)
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
    input === null || (typeof input === "string" && input.trim() === "") ? responseTexts.requiredFieldsMissing : unknown
}

const Name = requiredText(`Le nom ne peut dépasser ${NAME_MAX} caractères`, NAME_MAX).check(trimLine, ...required)
const Description = requiredText("La description ne peut dépasser 10 000 caractères", DESCRIPTION_MAX)
const Address = optionalText(
  "L’adresse doit être un texte",
  `L’adresse ne peut dépasser ${ADDRESS_MAX} caractères`,
  ADDRESS_MAX,
)
const StatusField = z.enum(STATUSES, { error: missingOrUnknown(responseTexts.unknownStatus) })

export const ImageName = z
  .string("Nom d’image invalide")
  .check(z.minLength(1, "Nom d’image invalide"), z.maxLength(200, "Nom d’image invalide"), storable)

export const ImageAlt = z
  .string(responseTexts.altsNotAList)
  .check(trimLine, z.maxLength(ALT_MAX, `La description ne peut dépasser ${ALT_MAX} caractères`), storable)

const Percent = z.int("Point invalide").check(z.gte(0, "Point invalide"), z.lte(100, "Point invalide"))

/** The point that every crop of a picture contains, in percent from the left and from the top. */
export const FocalPoint = z.object({ x: Percent, y: Percent })

export type FocalPoint = z.infer<typeof FocalPoint>

const Images = z
  .array(z.object({ name: ImageName, alt: z._default(z.nullable(ImageAlt), null) }), responseTexts.imagesNotAList)
  .check(z.maxLength(IMAGES_MAX, responseTexts.tooManyImages))

/**
 * The fields of a project that people write, in the order of the form. Their kinds say how form, files, history, journal
 * and documentation treat them.
 */
export const ProjectFields = z.object({
  name: Name.register(fieldInfo, {
    kind: "line",
    label: "Nom du projet",
    max: NAME_MAX,
    example: "École primaire de Lemba",
  }),
  description: Description.register(fieldInfo, {
    kind: "text",
    label: "Description",
    max: DESCRIPTION_MAX,
    example: "Douze salles de classe, une cour plantée et un forage.",
  }),
  address: Address.register(fieldInfo, {
    kind: "line",
    label: "Adresse",
    max: ADDRESS_MAX,
    example: "Lemba, Kinshasa",
  }),
  status: z.nullable(StatusField).register(fieldInfo, {
    kind: "choice",
    label: "Statut",
    options: STATUSES,
    example: "En cours",
  }),
  sector: sectorField(missingOrUnknown(responseTexts.unknownSector)).register(fieldInfo, {
    kind: "choice",
    label: "Secteur",
    options: SECTORS,
    example: "Construction",
  }),
  images: Images.register(fieldInfo, { kind: "pictures", label: "Images", max: IMAGES_MAX }),
})

export type ProjectFields = z.infer<typeof ProjectFields>

/** The columns that files have first; those of other fields follow in the order of the form. */
const FIRST_COLUMNS = ["name", "sector", "status", "address", "description"] as const

/** The kind and the label of each field, in the order of the columns of a file. */
export const PROJECT_FIELDS = Object.fromEntries(
  [...new Set([...FIRST_COLUMNS, ...(Object.keys(ProjectFields.shape) as (keyof ProjectFields)[])])].map((name) => [
    name,
    infoOf(name),
  ]),
) as Record<keyof ProjectFields, FieldInfo>

function infoOf(name: keyof ProjectFields): FieldInfo {
  const info = fieldInfo.get(ProjectFields.shape[name])
  if (!info) throw new Error(`The field ${name} has no kind`)
  return info
}

/** A draft needs only a name and a sector. */
export const ProjectDraft = z.extend(ProjectFields, {
  description: z._default(ProjectFields.shape.description, ""),
  address: z._default(ProjectFields.shape.address, null),
  status: z._default(ProjectFields.shape.status, null),
  images: z._default(ProjectFields.shape.images, []),
})

export type ProjectDraft = z.infer<typeof ProjectDraft>

/** A project with all fields that publishing needs, and the defaults of optional ones. */
export const PublishableProject = z.extend(ProjectFields, {
  description: Description.check(...required),
  address: z._default(ProjectFields.shape.address, null),
  status: StatusField,
  images: z._default(ProjectFields.shape.images, []),
})

export type PublishableProject = z.infer<typeof PublishableProject>

const CompletedFields = z.pick(PublishableProject, { description: true, status: true })

const articles = { description: "une description", status: "un statut" } as const

interface Missing {
  /** The messages by field. */
  fields: Record<string, string>
  /** What is missing, as « une description et un statut ». */
  names: string
}

/** Returns what keeps a stored project from being published; undefined if it is complete. */
export function findMissing({ description, status }: Record<keyof typeof articles, unknown>): Missing | undefined {
  const { error } = CompletedFields.safeParse({ description, status })
  if (!error) return undefined
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]))
  const names = Object.entries(articles).flatMap(([field, name]) => (field in fields ? name : []))
  return { fields, names: names.join(" et ") }
}
