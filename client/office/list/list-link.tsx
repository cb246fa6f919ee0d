import { useRouter } from "@tanstack/react-router"
import { BackLink } from "#client/office/frame/back-link.tsx"
import { type ListPath, readLastList } from "#client/office/frame/last-list.ts"

/** Leads back to a list as this tab has shown it last: its search, its page, and where it was scrolled to. */
export function ListLink({ to, children }: { to: ListPath; children: string }) {
  const { history } = useRouter()
  return (
    <BackLink
      to={to}
      search={readLastList(to)?.search ?? {}}
      onClick={(event) => {
        const index = readLastList(to)?.index
        const steps = (index ?? 0) - history.location.state.__TSR_index
        if (index === undefined || steps >= 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        history.go(steps)
      }}
    >
      {children}
    </BackLink>
  )
}
