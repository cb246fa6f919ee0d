import { Link } from "@tanstack/react-router"
import { Page } from "./page.tsx"
import { site } from "./texts.ts"

const { notFound } = site

export function NotFoundPage() {
  return (
    <Page>
      <title>{notFound.title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap breathe">
        <h1 className="text-h1">{notFound.title}</h1>
        <p className="prose-width mt-5 text-lead">{notFound.text}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/" className="btn btn-primary">
            {notFound.home}
          </Link>
          <Link to="/contact" className="btn btn-outline btn-primary">
            {notFound.contact}
          </Link>
        </p>
      </div>
    </Page>
  )
}
