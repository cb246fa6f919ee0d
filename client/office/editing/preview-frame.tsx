import { type ReactNode, useState } from "react"
import { editing } from "./texts.ts"

const texts = editing.preview

type Width = "phone" | "desktop"

interface PreviewFrameProps {
  /** The reason why the preview is missing or outdated. */
  failure: string | undefined
  className?: string
  /** The iframe, whose title is that of the preview. */
  children: ReactNode
}

/** Shows a page at the width of a phone or of a desktop. */
export function PreviewFrame({ failure, className = "h-full", children }: PreviewFrameProps) {
  const [width, setWidth] = useState<Width>("phone")
  return (
    <section aria-label={texts.title} className={`grid grid-rows-[auto_1fr] gap-2 ${className}`}>
      <div className="flex flex-wrap items-center gap-2">
        <fieldset aria-label={texts.width} className="flex gap-1">
          {(["phone", "desktop"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={width === one}
              className="btn btn-outline btn-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
              onClick={() => setWidth(one)}
            >
              {texts[one]}
            </button>
          ))}
        </fieldset>
        <p role="status" className="text-sm text-error">
          {failure}
        </p>
      </div>
      <div data-width={width} className="preview">
        {children}
      </div>
    </section>
  )
}

/** Asks the server for a page as what is typed would make it. */
export function postPreview(url: string, typed: object, signal?: AbortSignal): Promise<Response> {
  const headers = { "Content-Type": "application/json" }
  return fetch(url, { method: "POST", headers, body: JSON.stringify(typed), signal: signal ?? null })
}

/** Blocks clicks and submissions, since links and forms of a preview lead nowhere. */
export function makeInert(shown: Document | null | undefined): void {
  for (const type of ["click", "submit"]) shown?.addEventListener(type, (event) => event.preventDefault(), true)
}
