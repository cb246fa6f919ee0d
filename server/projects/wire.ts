import * as z from "zod/mini"
import { AltText } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { chosenFiles } from "#server/http/multipart.ts"

/** Fields whose REST names are not ours (contract §3). */
const wireNames: Record<string, string> = { name: "project_name", images: "project_images", alts: "image_alts" }

/** A project as the REST calls name its fields. */
export function toWire({ name, images, createdAt, updatedAt, ...project }: Project) {
  const { id, description, address, status, sector, version } = project
  return {
    id,
    project_name: name,
    description,
    address,
    status,
    sector,
    project_images: images.map((image) => image.name),
    image_alts: images.map((image) => image.alt),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

/** The form of a new project. Typed `never`: the procedure it is handed to judges it. */
export function fromForm(form: FormData): never {
  const text = (name: string) => {
    const value = form.get(name)
    // A browser sends the line ends of a text field as two characters.
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : undefined
  }
  const images = form.getAll("project_images").flatMap((value) => {
    if (typeof value !== "string") return chosenFiles([value])
    return value === "" ? [] : readList(value, "project_images", messages.imagesNotAList)
  })
  return {
    name: text("project_name"),
    description: text("description"),
    address: text("address"),
    status: text("status"),
    sector: text("sector"),
    images,
    alts: readAlts(form.getAll("image_alts")),
  } as never
}

/** The repeated field, or one JSON list in its place. */
function readAlts(values: unknown[]): unknown[] {
  const listed = values.length === 1 ? parseList(values[0]) : undefined
  const alts = listed ?? values
  return alts.slice(0, alts.findLastIndex((alt) => alt !== "") + 1)
}

/** A change to the project as it is at present; its pictures and their texts come in two lists, of which either may stay. */
export function fromWire(body: unknown, present: Project): never {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body as never
  const { project_name: name, project_images, image_alts, ...fields } = body as Record<string, unknown>
  const change = { ...fields, name, id: present.id }
  if (project_images === undefined && image_alts === undefined) return change as never
  // What is no text finds nothing here, and is for the procedure to refuse.
  const shown = new Map<unknown, string>(present.images.map((image) => [image.name, image.alt]))
  const names =
    project_images === undefined
      ? [...present.images.map((image) => image.name)]
      : readList(project_images, "project_images", messages.imagesNotAList)
  const alts = image_alts === undefined ? names.map((image) => shown.get(image)) : checkAlts(image_alts, names.length)
  return { ...change, images: names.map((image, position) => ({ name: image, alt: alts[position] ?? "" })) } as never
}

function checkAlts(given: unknown, most: number): string[] {
  const read = z.array(AltText).safeParse(readList(given, "image_alts", messages.altsNotAList))
  if (!read.success) refuse("image_alts", read.error.issues[0]?.message ?? messages.altsNotAList)
  if (read.data.length > most) refuse("image_alts", messages.tooManyAlts)
  return read.data
}

/** A list, or a JSON list in a string. */
function readList(value: unknown, field: string, message: string): unknown[] {
  const list = Array.isArray(value) ? value : parseList(value)
  return list ?? refuse(field, message)
}

function parseList(value: unknown): unknown[] | undefined {
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : undefined
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function refuse(field: string, message: string): never {
  throw new AppError("invalid", message, { fields: { [field]: message } })
}

/** The procedure's answer, or its refusal, in REST names. */
export async function inWireNames(work: Promise<Project>) {
  try {
    return toWire(await work)
  } catch (error) {
    const { code, message, retryAfter, ...refused } = toAppError(error)
    const fields = Object.entries(refused.fields ?? {}).map(([name, words]) => [wireNames[name] ?? name, words])
    throw new AppError(code, message, {
      ...(refused.fields && { fields: Object.fromEntries(fields) }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(refused.current !== undefined && { current: toWire(refused.current as Project) }),
      cause: error,
    })
  }
}
