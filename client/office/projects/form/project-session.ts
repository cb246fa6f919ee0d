import type { Api } from "#client/app/api.ts"
import { fieldErrors } from "#client/app/failures.ts"
import { InvalidEdit } from "#client/office/editing/edit-failure.ts"
import { createEditSession } from "#client/office/editing/edit-session.ts"
import type { Base, KeptEdit } from "#client/office/editing/edit-state.ts"
import { currentProject } from "#client/office/projects/save-error.ts"
import type { ProjectFields, PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import {
  changesOf,
  completeValues,
  type FormValues,
  formValuesFrom,
  formValuesOf,
  isFormValues,
  isSame,
  parseValues,
} from "./form-values.ts"

export interface EditedProject {
  subject: ManagedProject
  version: { id: number; version: number }
  value: FormValues
}

interface ProjectSessionOptions {
  /** It is undefined for a new project. */
  opened: ManagedProject | undefined
  /** It shows the errors of fields that the schema or the server has rejected. */
  onRejected: (errors: Readonly<Record<string, string>>) => void
}

/** Edits a project; drafts are saved by themselves, and nothing that visitors would see. */
export function createProjectSession({ client, queries }: Api, { opened, onRejected }: ProjectSessionOptions) {
  return createEditSession<EditedProject>(
    {
      scopeOf: (accountId, version) => `project:${accountId}:${version?.id ?? "new"}`,
      baseOf,
      isSame,
      isAutosaved: isUnpublished,
      async send({ version, value }, typed, automatic) {
        const { data, error } = parseValues(typed)
        if (error) throw new InvalidEdit(fieldErrors(error))
        return client.projects.update.mutate({ ...version, automatic, ...changesOf(value, data) })
      },
      currentOf: currentProject,
      readKept: (kept) => readKept(kept, opened?.id),
      onStored(project) {
        queries.projects.managed.setData(project.id, project)
        void queries.projects.search.invalidate()
        void queries.projects.revisions.invalidate(project.id)
      },
      onRejected,
    },
    {
      accountId: queries.accounts.me.getData()?.id ?? 0,
      subject: opened,
      value: opened ? formValuesOf(opened) : completeValues({}),
    },
  )
}

/** Creates a project, which an earlier request without a response may have stored as a draft or with other fields. */
export async function createProject(
  { projects }: Api["client"],
  fields: PublishableProject,
  idempotencyKey: string,
): Promise<ManagedProject> {
  const created = await projects.create.mutate({ ...fields, idempotencyKey })
  const { version, value } = baseOf(created)
  const isStored = isSame(value, formValuesFrom(fields))
  const saved = isStored ? created : await projects.update.mutate({ ...version, ...changesOf(value, fields) })
  return saved.state === "published" ? saved : projects.publish.mutate(baseOf(saved).version)
}

/** Whether visitors do not see what is saved. */
export function isUnpublished({ state }: ManagedProject): boolean {
  return state === "draft" || state === "scheduled"
}

function baseOf(project: ManagedProject): Base<EditedProject> {
  return { version: { id: project.id, version: project.version }, value: formValuesOf(project) }
}

/** The release before kept the whole project on which the changes are based, and the fields that were sent. */
type Kept = KeptEdit<EditedProject> | { base?: ManagedProject; typed: FormValues; sent?: ProjectFields }

function readKept(kept: unknown, id: number | undefined): KeptEdit<EditedProject> | undefined {
  const { base: before, typed, sent, ...created } = (kept ?? {}) as Partial<Kept>
  if (!isFormValues(typed)) return undefined
  const { version, value } = (before && "state" in before ? baseOf(before) : before) ?? {}
  if (version?.id !== id) return undefined
  const shown = completeValues(value ?? {})
  return {
    ...created,
    base: version && { version, value: shown },
    typed: completeValues(typed, shown),
    sent: sent && completeValues(formValuesFrom(sent), shown),
  }
}
