import { Link } from "@tanstack/react-router"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { admin } from "./texts.ts"

const texts = admin.notAllowed

/** Replaces a screen that the role may not open. */
export function NotAllowed() {
  return (
    <>
      <ScreenHeading title={texts.title} lead={texts.text} />
      <Link to="/admin/dashboard" className="btn btn-primary">
        {texts.back}
      </Link>
    </>
  )
}
