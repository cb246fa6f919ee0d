import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { site } from "#client/copy/site.ts"
import { clearToken } from "#client/session.ts"

interface LogOutButtonProps {
  className: string
  onLogOut?: (event: MouseEvent<HTMLElement>) => void
}

/** Shown while a token is held, in the log-in link's place. */
export function LogOutButton({ className, onLogOut }: LogOutButtonProps) {
  const navigate = useNavigate()
  const { client } = useApi()
  const signOut = useMutation(mutationOf(client.accounts.signOut.mutate))
  function logOut(event: MouseEvent<HTMLElement>) {
    onLogOut?.(event)
    clearToken()
    // The cookie goes with the session on the server; without an answer the session ends by its age.
    signOut.mutate(undefined, { onSettled: () => navigate({ to: "/" }) })
  }
  return (
    <button type="button" onClick={logOut} className={`when-logged-in ${className}`}>
      {site.header.logout}
    </button>
  )
}
