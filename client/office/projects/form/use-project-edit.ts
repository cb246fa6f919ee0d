import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { isEqual } from "#client/office/editing/edit-state.ts"
import { useEditSession } from "#client/office/editing/use-edit-session.ts"
import { createProjectUploads } from "#client/office/projects/pictures/project-uploads.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject, ProjectImage } from "#server/contract/projects.ts"
import { fillForm, readFormValues } from "./form-values.ts"
import { createProjectSession, isUnpublished } from "./project-session.ts"

interface ProjectEditOptions extends Omit<Parameters<typeof createProjectSession>[1], "opened"> {
  form: RefObject<HTMLFormElement | null>
  opened: ManagedProject | undefined
}

/** Connects the uncontrolled fields and the pictures of a form with the session that saves them. */
export function useProjectEdit({ form, ...options }: ProjectEditOptions) {
  const api = useApi()
  const { session, subject: project, replacements, ...state } = useEditSession(() => createProjectSession(api, options))
  const [uploads, setUploads] = useState(() => createProjectUploads(picturesOf(state.typed.images)))

  function picturesOf(images: ProjectFields["images"]) {
    return images.map((image) => pictureOf(image, project))
  }

  function record() {
    if (form.current) session.type(readFormValues(form.current, uploads.getQueue()))
  }

  const show = useEffectEvent((replacements: number) => {
    if (!form.current) return
    if (replacements === 0) return session.show(readFormValues(form.current, uploads.getQueue()))
    const { typed } = state
    fillForm(form.current, typed)
    // Uploads continue, unless other pictures are to be shown.
    const { images } = readFormValues(form.current, uploads.getQueue())
    if (!isEqual(images, typed.images)) setUploads(createProjectUploads(picturesOf(typed.images)))
  })
  // The fields are uncontrolled: they are read once before anybody types, and filled if something else is to be shown.
  useLayoutEffect(() => {
    show(replacements)
  }, [replacements])

  const recordPictures = useEffectEvent(record)
  // An upload ends with the form, or with the pictures that others have replaced.
  useLayoutEffect(() => {
    const unsubscribe = uploads.subscribe(recordPictures)
    return () => {
      unsubscribe()
      uploads.close()
    }
  }, [uploads])

  return {
    ...state,
    session,
    project,
    /** Whether what is typed is saved by itself, as in a draft and in a project that will be published. */
    isAutosaved: project !== undefined && isUnpublished(project),
    uploads,
    record,
    /** Whether closing the form would lose something. */
    isAtRisk: () => uploads.getQueue().pictures.some((picture) => !picture.name) || session.isAtRisk(),
  }
}

/** Returns a picture with the size and the colour that the project knows of it. */
function pictureOf(image: ProjectFields["images"][number], project: ManagedProject | undefined): ProjectImage {
  const known = project?.images.find(({ name }) => name === image.name)
  return { width: 0, height: 0, colour: null, focus: null, ...known, ...image }
}
