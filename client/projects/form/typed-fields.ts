import * as z from "zod/mini"
import type { UploadQueue } from "#client/projects/pictures/upload-queue.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { CONTROL_NAMES, type ControlName, fieldsOf } from "./project-fields.ts"

/** What stands in the form, valid or not, without the pictures that are not on the server yet. */
export type TypedFields = Record<ControlName, string> & Pick<ProjectFields, "images">

const TypedFields = z.object({
  ...(Object.fromEntries(CONTROL_NAMES.map((name) => [name, z.string()])) as Record<ControlName, z.ZodMiniString>),
  images: z.array(z.object({ name: z.string(), alt: z.nullable(z.string()) })),
})

export function isTypedFields(value: unknown): value is TypedFields {
  return TypedFields.safeParse(value).success
}

export function readTyped(form: HTMLFormElement, queue: UploadQueue): TypedFields {
  const data = new FormData(form)
  const texts = CONTROL_NAMES.map((name) => [name, String(data.get(name) ?? "")])
  return { ...(Object.fromEntries(texts) as Record<ControlName, string>), images: storedImages(queue) }
}

/** A picture whose text is left to the project's name has none of its own. */
function storedImages({ pictures }: UploadQueue): TypedFields["images"] {
  return pictures.flatMap(({ name, alt, decorative }) =>
    name ? [{ name, alt: decorative ? "" : alt?.trim() || null }] : [],
  )
}

/** As the form shows it before anything is typed. */
export function typedOf(project: ManagedProject): TypedFields {
  return typedFrom(fieldsOf(project))
}

export function typedFrom({ images, ...texts }: ProjectFields): TypedFields {
  const values = Object.entries(texts).map(([name, text]) => [name, text ?? ""])
  return { ...(Object.fromEntries(values) as Record<ControlName, string>), images }
}

export function isSame(one: TypedFields | undefined, other: TypedFields | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Writes into the uncontrolled fields. */
export function fillForm(form: HTMLFormElement, typed: TypedFields): void {
  for (const name of CONTROL_NAMES) {
    const control = form.elements.namedItem(name)
    if (control && "value" in control) control.value = typed[name]
  }
}
