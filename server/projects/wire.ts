import * as z from "zod/mini"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { parseValue } from "#server/contract/field-values.ts"
import { altTextOf } from "#server/contract/images.ts"
import {
  IMAGES_MAX,
  ImageAlt,
  ImageName,
  PROJECT_FIELDS,
  ProjectDraft,
  PublishableProject,
} from "#server/contract/project-drafts.ts"
import { ManagedProject, type Project, ProjectChange } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, fieldError, toAppError } from "#server/errors.ts"
import { described, NUMBER_TEXT, said } from "#server/http/described.ts"
import { readTexts, rejectReplacements } from "#server/http/form-texts.ts"
import { selectedFiles } from "#server/http/multipart.ts"
import { Done, Failure, named } from "#server/http/rest-parts.ts"
import { fromWire, isObject, toWire, withWireErrors } from "#server/http/wire-names.ts"
import type { NewProject } from "./commands.ts"

export const projectNames = {
  name: "project_name",
  images: "project_images",
  alts: "image_alts",
  createdAt: "created_at",
  updatedAt: "updated_at",
  publishedAt: "published_at",
} as const

const IMAGES_TEXT = "Les noms des images, comme /uploads/{name} les prend"
const ALTS_TEXT = "Les textes alternatifs, dans l’ordre des images\u202f; vide pour une image décorative"
const STATUS_TEXT = "Le statut\u202f; une ligne importée peut en avoir un autre"

const responseFields = { images: said(IMAGES_TEXT, z.array(z.string())), alts: said(ALTS_TEXT, z.array(z.string())) }

const Described = described(ManagedProject, {
  id: NUMBER_TEXT,
  slug: "La dernière partie de l’adresse de sa page",
  status: STATUS_TEXT,
  version: "Augmente à chaque modification",
  createdAt: "Quand il a été créé (ISO 8601, UTC)",
  updatedAt: "Quand il a été modifié (ISO 8601, UTC)",
  publishedAt: "Quand il a été publié (ISO 8601, UTC)\u202f; null pour un brouillon",
  state: "L’état",
})

const notShown = { publishAt: true, deletedAt: true, pin: true } as const

export const ProjectOnWire = named(
  "Project",
  z.object(
    toWire(
      projectNames,
      z.extend(z.omit(Described, { ...notShown, publishedAt: true, state: true }), responseFields).shape,
    ),
  ),
)

export const ManagedOnWire = named(
  "ManagedProject",
  z.object(toWire(projectNames, z.extend(z.omit(Described, notShown), responseFields).shape)),
)

export const ProjectSaved = named("ProjectSaved", z.extend(Done, { project: said("Le projet", ManagedOnWire) }))

export const ProjectConflict = named(
  "ProjectConflict",
  z.extend(Failure, { project: said("Le projet tel qu’il est maintenant", ManagedOnWire) }),
)

/** Returns the project as everybody sees it. */
export function projectToWire({ publishedAt: _, ...project }: Project): z.infer<typeof ProjectOnWire> {
  return toWire(projectNames, withImageLists(project))
}

/** Returns the project with its state, as the back office shows it. */
export function managedToWire({
  publishAt: _,
  deletedAt: __,
  pin: ___,
  ...project
}: ManagedProject): z.infer<typeof ManagedOnWire> {
  return toWire(projectNames, withImageLists(project))
}

function withImageLists<Shown extends Pick<Project, "name" | "images">>({ images, ...project }: Shown) {
  return {
    ...project,
    images: images.map(({ name }) => name),
    alts: images.map(({ alt }, index) => altTextOf(alt, project.name, index)),
  }
}

/** Translates the call's project into REST names, as well as the fields of an error and the project of a conflict. */
export async function inWireNames(call: () => Promise<ManagedProject>) {
  try {
    return managedToWire(await withWireErrors(projectNames, call))
  } catch (error) {
    const { code, message, current } = toAppError(error)
    if (current === undefined) throw error
    throw new AppError(code, message, { current: managedToWire(current as ManagedProject), cause: error })
  }
}

const pictures = {
  images: z
    .array(z.union([z.file(), ImageName]), responseTexts.imagesNotAList)
    .check(z.maxLength(IMAGES_MAX, responseTexts.tooManyImages)),
  /** The alternative texts in the order of the pictures. */
  alts: z.array(ImageAlt, responseTexts.altsNotAList),
}

const PublishedForm = z.extend(PublishableProject, pictures)

const DraftForm = z.extend(ProjectDraft, pictures)

const picturesOnWire = {
  images: said("Répété\u00a0: des fichiers, ou les noms d’images déjà envoyées", z.optional(pictures.images)),
  alts: said(ALTS_TEXT, z.optional(pictures.alts)),
}

const STATE_TEXT = "«\u00a0draft\u00a0» pour un brouillon"

/** The form of a new project, which is published unless it is a draft, in REST names. */
export const ProjectFormOnWire = named(
  "NewProject",
  z.union([
    z.object({
      ...toWire(projectNames, z.extend(described(PublishedForm, { status: STATUS_TEXT }), picturesOnWire).shape),
      state: said(STATE_TEXT, z.optional(z.literal("published"))),
    }),
    z.object({
      ...toWire(projectNames, z.extend(DraftForm, picturesOnWire).shape),
      state: said(STATE_TEXT, z.literal("draft")),
    }),
  ]),
)

/** Reads a new project's form, whose pictures are files or names of stored ones. */
export function readProjectForm(form: FormData): NewProject {
  const images = form.getAll("project_images").flatMap((value) => {
    if (typeof value !== "string") return selectedFiles([value])
    if (value === "") return []
    return isJson(value) ? readList(value, "project_images", responseTexts.imagesNotAList) : [value]
  })
  const alts = readAlts(form.getAll("image_alts"), images.length)
  const isPublished = readState(form) === "published"
  const read = isPublished ? PublishedForm : DraftForm
  const wireFields = readTexts(form)
  rejectReplacements(wireFields)
  // Browsers send empty texts for fields that nobody filled in.
  const filledIn = Object.fromEntries(Object.entries(wireFields).filter(([, text]) => text !== ""))
  const typed = parseTexts(fromWire(projectNames, filledIn) as Record<string, string>)
  const { images: sources, alts: texts, ...fields } = read.parse({ ...typed, images, alts })
  if (texts.length > sources.length) throw fieldError("image_alts", responseTexts.tooManyAlts)
  return { ...fields, isPublished, images: sources.map((name, index) => ({ name, alt: texts[index] ?? null })) }
}

/** Reads the texts of a form by the kinds of their fields; other names are left to the schema. */
function parseTexts(texts: Record<string, string>) {
  const kinds = new Map<string, FieldInfo>(Object.entries(PROJECT_FIELDS))
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const kind = kinds.get(name)
      return [name, kind ? parseValue(kind, text) : text]
    }),
  )
}

function readState(form: FormData): "draft" | "published" {
  const { data } = z.enum(["draft", "published"]).safeParse(form.get("state") || "published")
  if (!data) throw fieldError("state", responseTexts.unknownState)
  return data
}

/** Reads the repeated field, or a single JSON list; browsers also send empty texts where there is no picture. */
function readAlts(values: unknown[], count: number): unknown[] {
  const alts = (values.length === 1 && parseList(values[0])) || values
  return alts.slice(0, Math.max(count, alts.findLastIndex((alt) => alt !== "") + 1))
}

const ChangeFields = z.extend(z.omit(ProjectChange, { id: true, automatic: true }), {
  images: said(IMAGES_TEXT, z.optional(z.array(ImageName))),
  alts: said(ALTS_TEXT, z.optional(z.array(ImageAlt))),
})

export const ProjectChangeOnWire = named(
  "ProjectChange",
  z.object(
    toWire(
      projectNames,
      described(ChangeFields, {
        status: STATUS_TEXT,
        version: "Celle que vous avez lue\u00a0: si ce n’est plus la bonne, la réponse est 409",
      }).shape,
    ),
  ),
)

/** Renames a change's fields to those of the contract. Pictures and their texts are two lists, each optional. */
export function changeFromWire(body: unknown, current: ManagedProject): unknown {
  const read = fromWire(projectNames, body)
  if (!isObject(read)) return read
  const { images, alts, ...fields } = read
  if (Number.isInteger(fields.version) && fields.version !== current.version)
    throw new AppError("conflict", responseTexts.projectChanged, { current })
  const change = { ...fields, id: current.id }
  if (images === undefined && alts === undefined) return change
  // The procedure rejects a name that is no text.
  const currentAlts = new Map<unknown, string | null>(current.images.map(({ name, alt }) => [name, alt]))
  const sources =
    images === undefined
      ? current.images.map(({ name }) => name)
      : readList(images, "project_images", responseTexts.imagesNotAList)
  const texts = alts === undefined ? sources.map((name) => currentAlts.get(name)) : checkAlts(alts, sources.length)
  // The pictures are merged with those of this version.
  return {
    version: current.version,
    ...change,
    images: sources.map((name, index) => ({ name, alt: texts[index] ?? null })),
  }
}

function checkAlts(value: unknown, max: number): string[] {
  const { data, error } = z.array(ImageAlt).safeParse(readList(value, "image_alts", responseTexts.altsNotAList))
  if (!data) throw fieldError("image_alts", error.issues[0]?.message ?? responseTexts.altsNotAList)
  if (data.length > max) throw fieldError("image_alts", responseTexts.tooManyAlts)
  return data
}

/** Reads a list, or a JSON list in a string. */
function readList(value: unknown, field: string, message: string): unknown[] {
  const list = Array.isArray(value) ? value : parseList(value)
  if (!list) throw fieldError(field, message)
  return list
}

function parseList(value: unknown): unknown[] | undefined {
  if (typeof value !== "string" || !isJson(value)) return undefined
  const parsed: unknown = JSON.parse(value)
  return Array.isArray(parsed) ? parsed : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
