import * as z from "zod/mini"
import type { ProjectPictures } from "#client/office/projects/pictures/project-pictures.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { CONTROL_NAMES, type ControlName, differences, fieldsOf, parseTexts } from "./project-fields.ts"

/** The form's values, valid or not, without the pictures that are not stored yet. */
export type FormValues = Record<ControlName, string> & Pick<ProjectFields, "images">

/** An earlier version of the site may have stored the values without a field that was added since. */
const StoredFormValues = z.object({
  ...Object.fromEntries(CONTROL_NAMES.map((name) => [name, z.optional(z.string())])),
  images: z.array(z.object({ name: z.string(), alt: z.nullable(z.string()) })),
})

export function isFormValues(value: unknown): value is Partial<FormValues> {
  return StoredFormValues.safeParse(value).success
}

/** Adds the fields that are missing, as the form showed them, or else empty. */
export function completeValues(stored: Partial<FormValues>, shown: Partial<FormValues> = {}): FormValues {
  const empty = Object.fromEntries(CONTROL_NAMES.map((name) => [name, ""])) as Record<ControlName, string>
  return { ...empty, images: [], ...shown, ...stored }
}

export function readFormValues(form: HTMLFormElement, queue: ProjectPictures): FormValues {
  const data = new FormData(form)
  const texts = CONTROL_NAMES.map((name) => [name, String(data.get(name) ?? "")])
  return { ...(Object.fromEntries(texts) as Record<ControlName, string>), images: storedImages(queue) }
}

/** Returns the stored images; one whose text is left to the project's name has none of its own. */
function storedImages({ pictures }: ProjectPictures): FormValues["images"] {
  return pictures.flatMap(({ name, alt, decorative }) =>
    name ? [{ name, alt: decorative ? "" : alt?.trim() || null }] : [],
  )
}

/** Returns the values that the form shows before anything is typed. */
export function formValuesOf(project: ManagedProject): FormValues {
  return formValuesFrom(fieldsOf(project))
}

export function formValuesFrom({ images, ...texts }: ProjectFields | FormValues): FormValues {
  const values = Object.entries(texts).map(([name, text]) => [name, String(text ?? "")])
  return { ...(Object.fromEntries(values) as Record<ControlName, string>), images }
}

/** Returns the fields that a draft may have; the error names those that are invalid. */
export function parseValues({ images, ...texts }: FormValues) {
  const { data, error } = parseTexts(texts, false)
  return data ? { data: { ...data, images } } : { error }
}

/** Whether the server would store the same of both. */
export function isSame(one: FormValues, other: FormValues): boolean {
  return differences(storedValues(one), storedValues(other)).length === 0
}

function storedValues(values: FormValues): FormValues {
  const { data } = parseValues(values)
  return data ? formValuesFrom(data) : values
}

/** Returns the changed fields only, so that a change overwrites nothing that the user has not seen. */
export function changesOf(shown: FormValues, filled: ProjectFields): Partial<ProjectFields> {
  const changed = differences(shown, formValuesFrom(filled))
  return Object.fromEntries(changed.map((field) => [field, filled[field]]))
}

/** Writes the values into the uncontrolled fields. */
export function fillForm(form: HTMLFormElement, typed: FormValues): void {
  for (const name of CONTROL_NAMES) {
    const control = form.elements.namedItem(name)
    if (control && "value" in control) control.value = typed[name]
  }
}
