import type { ReactNode } from "react"
import { Page } from "./page.tsx"

interface FormPageProps {
  title: string
  lead?: string | undefined
  children: ReactNode
}

export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <Page>
      <div className="min-h-[calc(70svh-var(--header))] bg-base-200">
        <div className="wrap breathe max-w-lg">
          <h1 className="text-h2">{title}</h1>
          {lead && <p className="mt-2 text-base-content/80">{lead}</p>}
          <div className="mt-6 rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">{children}</div>
        </div>
      </div>
    </Page>
  )
}
