import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import type { Failure } from "#client/office/projects/save-error.ts"
import { type ManagedProject, PINS_MAX } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { pins as texts } from "./texts.ts"

/** Loads and changes the projects at the top of a sector; without a sector, nothing is loaded. */
export function usePins(sector: Sector | undefined, onFailure: (failure: Failure | undefined) => void) {
  const { client, queries } = useApi()
  const queryClient = useQueryClient()
  const query = queries.projects.pinned
  const key = sector ?? "Construction"
  const pinned = useQuery(query.queryOptions(key, { enabled: sector !== undefined }))
  const [announcement, setAnnouncement] = useState("")
  /** The last order of each sector that the server is known to have. */
  const stored = useRef<Partial<Record<Sector, ManagedProject[]>>>({})
  const savesOfSector = ["pins", key]
  const saving = useMutation({
    // Mutations of one scope run one after the other, so that the last order wins.
    scope: { id: "pins" },
    // With the sector in the key, a save that waits keeps its own sector when another one is shown.
    mutationKey: savesOfSector,
    mutationFn: (changed: ManagedProject[]) =>
      client.projects.pin.mutate({ sector: key, ids: changed.map(({ id }) => id) }),
    onSuccess(_, changed) {
      stored.current[key] = changed
      // A pin increments the version of its project, which the next change of its row has to name. While a later order
      // waits, the pinned projects are not fetched, since the stored order would replace the one that is shown.
      void (isLast(["pins"]) ? queries.projects : queries.projects.search).invalidate()
    },
    onError(error) {
      // A later order contains this change, and is still to be stored.
      if (!isLast(savesOfSector)) return
      onFailure({ text: loadingFailure(texts.failed, error) })
      setAnnouncement("")
      // The query may fail too, so that the stored order is shown meanwhile.
      query.setData(key, stored.current[key])
      void query.invalidate(key)
    },
  })
  const projects = pinned.data ?? []

  /** Whether no other save with the key waits behind the one that has just been answered. */
  function isLast(mutationKey: string[]) {
    return queryClient.isMutating({ mutationKey }) === 1
  }

  function save(changed: readonly ManagedProject[], announced: string) {
    onFailure(undefined)
    setAnnouncement(announced)
    if (queryClient.isMutating({ mutationKey: savesOfSector }) === 0) stored.current[key] = projects
    // A response that is on its way has an older order; cancelling takes effect at once.
    void query.cancel(key)
    query.setData(key, [...changed])
    saving.mutate([...changed])
  }

  return {
    projects: pinned.data,
    error: pinned.error,
    announcement,
    save,
    pin(project: ManagedProject) {
      if (projects.length >= PINS_MAX) onFailure(texts.full)
      else save([...projects, project], texts.pinned(project.name, projects.length + 1))
    },
    unpin(project: ManagedProject) {
      save(
        projects.filter(({ id }) => id !== project.id),
        texts.unpinned(project.name),
      )
    },
  }
}

export type Pins = ReturnType<typeof usePins>
