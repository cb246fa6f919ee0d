import type { ReactNode } from "react"
import { Page } from "./page.tsx"

export function FormPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page>
      <div className="min-h-[calc(70svh-var(--header))] bg-base-200">
        <div className="wrap breathe max-w-lg">
          <h1 className="text-h2">{title}</h1>
          <p className="mt-2 mb-6 text-base-content/80">{lead}</p>
          <div className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">{children}</div>
        </div>
      </div>
    </Page>
  )
}
