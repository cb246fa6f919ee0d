import { type ReactNode, useState } from "react"
import { editing } from "#client/copy/admin-editing.ts"

const copy = editing.preview

type Width = "phone" | "desktop"

interface PreviewFrameProps {
  /** Why the preview is not what it should be. */
  failure: string | undefined
  className?: string
  /** The iframe, titled as the preview. */
  children: ReactNode
}

/** A page as it is seen on a phone or on a desktop. */
export function PreviewFrame({ failure, className = "h-full", children }: PreviewFrameProps) {
  const [width, setWidth] = useState<Width>("phone")
  return (
    <section aria-label={copy.title} className={`grid grid-rows-[auto_1fr] gap-2 ${className}`}>
      <div className="flex flex-wrap items-center gap-2">
        <fieldset aria-label={copy.width} className="flex gap-1">
          {(["phone", "desktop"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={width === one}
              className="btn btn-outline btn-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
              onClick={() => setWidth(one)}
            >
              {copy[one]}
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

/** The page is shown, not used: its links and forms lead nowhere. */
export function makeInert(shown: Document | null | undefined): void {
  for (const type of ["click", "submit"]) shown?.addEventListener(type, (event) => event.preventDefault(), true)
}
