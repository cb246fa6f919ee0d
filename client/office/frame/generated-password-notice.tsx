import { Link } from "@tanstack/react-router"
import { admin } from "./texts.ts"

const texts = admin.generatedPassword

/** Asks on every screen for a password of one's own in place of the one that the first start printed. */
export function GeneratedPasswordNotice() {
  return (
    <section
      aria-label={texts.title}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-warning bg-warning/10 px-4 py-3"
    >
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">{texts.title}</p>
        <p className="text-base-content/80">{texts.text}</p>
      </div>
      <Link to="/admin/account" className="btn btn-outline bg-base-100">
        {texts.change}
      </Link>
    </section>
  )
}
