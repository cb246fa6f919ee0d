import { useEffect, useState, useSyncExternalStore } from "react"
import type { EditSession } from "./edit-session.ts"
import type { Edited } from "./edit-state.ts"

/** Opens a session for as long as the editor is mounted, and returns it with its newest state. */
export function useEditSession<E extends Edited>(create: () => EditSession<E>) {
  const [session] = useState(create)
  const state = useSyncExternalStore(session.subscribe, session.getState)
  // An open session saves by itself, and once more when its editor is closed.
  useEffect(() => session.open(), [session])
  return { session, ...state }
}
