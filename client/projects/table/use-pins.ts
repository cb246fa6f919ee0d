import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import { pins as copy } from "#client/copy/admin-project-table.ts"
import { loadingFailure } from "#client/failures.ts"
import type { Failure } from "#client/projects/save-error.ts"
import { type ManagedProject, PINS_MAX } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"

interface Order {
  changed: readonly ManagedProject[]
  former: ManagedProject[]
}

/** Loads and changes the projects at the top of a sector; without a sector, nothing is loaded. */
export function usePins(sector: Sector | undefined, onFailure: (failure: Failure | undefined) => void) {
  const { client, queries } = useApi()
  const query = queries.projects.pinned
  const key = sector ?? "Construction"
  const pinned = useQuery(query.queryOptions(key, { enabled: sector !== undefined }))
  const [announcement, setAnnouncement] = useState("")
  const saving = useMutation({
    // Mutations of one scope run one after the other, so that the last order wins.
    scope: { id: "pins" },
    mutationFn: ({ changed }: Order) => client.projects.pin.mutate({ sector: key, ids: changed.map(({ id }) => id) }),
    onSuccess() {
      // A pin increments the version of its project, which the next change of its row has to name.
      void queries.projects.invalidate()
    },
    onError(error, { former }) {
      onFailure({ text: loadingFailure(copy.failed, error) })
      setAnnouncement("")
      // The query may fail too, so that the former order is shown meanwhile.
      query.setData(key, former)
      void query.invalidate(key)
    },
  })
  const projects = pinned.data ?? []

  function save(changed: readonly ManagedProject[], announced: string) {
    onFailure(undefined)
    setAnnouncement(announced)
    query.setData(key, [...changed])
    saving.mutate({ changed, former: projects })
  }

  return {
    /** It is undefined while the projects load. */
    projects: pinned.data,
    error: pinned.error,
    announcement,
    save,
    pin(project: ManagedProject) {
      if (projects.length >= PINS_MAX) onFailure(copy.full)
      else save([...projects, project], copy.pinned(project.name, projects.length + 1))
    },
    unpin(project: ManagedProject) {
      save(
        projects.filter(({ id }) => id !== project.id),
        copy.unpinned(project.name),
      )
    },
  }
}

export type Pins = ReturnType<typeof usePins>
