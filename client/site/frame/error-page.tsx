import { Link, useMatches, useRouter } from "@tanstack/react-router"
import { Fragment } from "react"
import { Page } from "./page.tsx"
import { site } from "./texts.ts"

export function ErrorPage() {
  const router = useRouter()
  // The back office keeps its own layout and menu.
  const isBackOffice = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === "/admin") })
  const Layout = isBackOffice ? Fragment : Page
  return (
    <Layout>
      <div className="wrap breathe">
        <h1 className="text-h1">{site.error.title}</h1>
        <p className="prose-width mt-5 text-lead">{site.error.text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <button type="button" className="btn btn-primary" onClick={() => router.invalidate()}>
            {site.error.retry}
          </button>
          {!isBackOffice && (
            <Link to="/" className="btn btn-outline btn-primary">
              {site.error.home}
            </Link>
          )}
        </p>
      </div>
    </Layout>
  )
}
