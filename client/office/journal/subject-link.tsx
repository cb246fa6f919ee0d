import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { AuditedAction } from "#server/contract/audit.ts"
import { quoteName } from "#server/contract/audit-told/describe-action.ts"

/** The subject's name, which links to its screen as long as it exists. */
export function SubjectLink({ entry }: { entry: AuditedAction }): ReactNode {
  const { subject, subjectId, subjectName, exists, details } = entry
  if (subjectName === null) return null
  const name = quoteName(subject, subjectName)
  if (!exists) return name
  const id = String(subjectId)
  const className = "link-inline inline-block min-h-11 min-w-11 content-center align-middle"
  switch (subject) {
    case "project":
      return (
        <Link to="/admin/project-edit/{-$id}" params={{ id }} className={className}>
          {name}
        </Link>
      )
    case "message":
      return (
        <Link to="/admin/messages/$id" params={{ id }} className={className}>
          {name}
        </Link>
      )
    case "image":
      return (
        <Link to="/admin/images" search={{ search: subjectName }} className={className}>
          {name}
        </Link>
      )
    case "content":
      return (
        <Link to="/admin/site-management/$page" params={{ page: String(details.page) }} className={className}>
          {name}
        </Link>
      )
    default:
      return name
  }
}
