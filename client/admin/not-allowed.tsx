import { Link } from "@tanstack/react-router"
import { admin } from "#client/copy/admin.ts"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"

const copy = admin.notAllowed

/** Replaces a screen that the role may not open. */
export function NotAllowed() {
  return (
    <>
      <ScreenHeading title={copy.title} lead={copy.text} />
      <Link to="/admin/dashboard" className="btn btn-primary">
        {copy.back}
      </Link>
    </>
  )
}
