import { use } from "react"
import { ServerDocumentContext } from "#client/app/document-parts.tsx"

/** Leads from paper to the page with the absolute URL. Only the server draws its QR code, which hydration leaves as it is. */
export function PaperLink({ url }: { url: string }) {
  const code = import.meta.env.SSR && use(ServerDocumentContext)?.drawCode(url)
  return (
    <div className="hidden print:block">
      <div
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
        dangerouslySetInnerHTML={{ __html: code || "" }}
      />
      {url}
    </div>
  )
}
