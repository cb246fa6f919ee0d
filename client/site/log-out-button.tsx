import { useNavigate } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { useSignOut } from "#client/api.ts"
import { site } from "#client/copy/site.ts"

interface LogOutButtonProps {
  className: string
  onLogOut?: (event: MouseEvent<HTMLElement>) => void
}

/** Takes the login link's place while the browser has a token. */
export function LogOutButton({ className, onLogOut }: LogOutButtonProps) {
  const navigate = useNavigate()
  const signOut = useSignOut()

  async function logOut(event: MouseEvent<HTMLElement>) {
    onLogOut?.(event)
    await signOut()
    await navigate({ to: "/" })
  }

  return (
    <button type="button" onClick={logOut} className={`when-logged-in ${className}`}>
      {site.header.logout}
    </button>
  )
}
