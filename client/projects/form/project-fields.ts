import * as z from "zod/mini"
import { ProjectChange, ProjectDraft } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { STATUSES, type Status } from "#server/contract/statuses.ts"

/** What the form fills in. */
export interface ProjectFields {
  name: string
  description: string
  address: string | null
  status: Status | null
  sector: Sector
  images: { name: string; alt: string }[]
}

export const FIELD_NAMES = ["name", "description", "address", "status", "sector", "images"] as const

export type FieldName = (typeof FIELD_NAMES)[number]

const typed = { name: true, description: true, address: true, status: true, sector: true } as const
const NewFields = z.pick(ProjectDraft, typed)
const EditedFields = z.required(z.pick(ProjectChange, typed))

/** What is typed, judged as the server will; the pictures come from elsewhere. */
export function readFields(form: HTMLFormElement, isNew: boolean) {
  const { status, ...texts } = Object.fromEntries(new FormData(form))
  return isNew
    ? NewFields.safeParse({ ...texts, status })
    : EditedFields.safeParse({ ...texts, status: status || null })
}

/** A project as its form shows it: a status that is none of ours is no choice there. */
export function fieldsOf({ name, description, address, status, sector, images }: Project): ProjectFields {
  return {
    name,
    description,
    address,
    status: knownStatus(status),
    sector,
    images: images.map((image) => ({ name: image.name, alt: image.alt })),
  }
}

export function knownStatus(status: string | null): Status | null {
  return STATUSES.find((one) => one === status) ?? null
}

/** The fields in which two versions differ. */
export function differences(one: ProjectFields, other: ProjectFields): FieldName[] {
  return FIELD_NAMES.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** What a change of the project must name; a field that stays is left out, so that nothing unseen is overwritten. */
export function changesOf(project: Project, filled: ProjectFields): Partial<ProjectFields> {
  const changed = differences(fieldsOf(project), filled)
  return Object.fromEntries(changed.map((field) => [field, filled[field]]))
}
