import { useEffect, useEffectEvent, useRef, useState } from "react"
import { makeInert, PreviewFrame, postPreview } from "#client/office/editing/preview-frame.tsx"
import { editing } from "#client/office/editing/texts.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"

const texts = editing.preview

/** Milliseconds without typing after which the preview is rendered. */
const UPDATE_AFTER_MS = 120

interface PreviewProps {
  page: ContentSlug
  content: unknown
  /** The index of the section that is being edited. */
  section: number | undefined
  /** Whether narrow screens show it instead of the fields. */
  isChosen: boolean
}

/** Shows the page as the server renders it from what is being typed. */
export function Preview({ page, content, section, isChosen }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [failed, setFailed] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)

  const update = useEffectEvent(async (content: unknown, signal: AbortSignal) => {
    // The frame shows the failure, and the next change tries again.
    const html = await fetchPreview(page, content, signal).catch(() => undefined)
    if (signal.aborted) return
    setFailed(html === undefined)
    const shown = frame.current?.contentDocument
    if (html && shown) replaceBody(shown, html)
  })

  // React does not manage the document of the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview that narrow screens have hidden is outdated
  useEffect(() => {
    // A hidden frame has no layout, and no phone pays for what it does not show.
    if (!isLoaded || !frame.current?.offsetParent) return
    const controller = new AbortController()
    const timer = setTimeout(() => update(content, controller.signal), UPDATE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [content, isLoaded, isChosen])

  // The scroll position belongs to the frame.
  useEffect(() => {
    const shown = frame.current?.contentDocument
    if (isLoaded && shown && section !== undefined) scrollToSection(shown, page, section)
  }, [section, page, isLoaded])

  function load() {
    makeInert(frame.current?.contentDocument)
    setIsLoaded(true)
  }

  return (
    <PreviewFrame failure={failed ? texts.failure : undefined}>
      <iframe
        ref={frame}
        title={texts.title}
        src={`/admin/site-management/${page}/preview`}
        loading="lazy"
        onLoad={load}
      />
    </PreviewFrame>
  )
}

async function fetchPreview(page: ContentSlug, content: unknown, signal: AbortSignal): Promise<string> {
  const response = await postPreview(`/admin/site-management/${page}/preview`, { content }, signal)
  if (!response.ok) throw response
  return response.text()
}

/** Replaces only the body, since another document would flicker and lose its styles and scroll position. */
function replaceBody(shown: Document, html: string) {
  const next = new DOMParser().parseFromString(html, "text/html")
  const { scrollX, scrollY } = shown.defaultView ?? { scrollX: 0, scrollY: 0 }
  shown.body.replaceChildren(...next.body.childNodes)
  shown.defaultView?.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" })
}

/** Selectors of what shows each section of a content that is no page of its own; further sections have the last one. */
const places: Partial<Record<ContentSlug, readonly string[]>> = {
  "pied-de-page": ["footer"],
  annonce: ["aside"],
  entreprise: ["header", "#coordonnees", "#coordonnees", "#coordonnees", "footer"],
}

/** Scrolls to a section, whose index is the same in the page as in its schema. */
function scrollToSection(shown: Document, page: ContentSlug, section: number) {
  const selectors = places[page]
  const target = selectors
    ? shown.querySelector(selectors[Math.min(section, selectors.length - 1)] ?? "main")
    : shown.querySelectorAll("main > *")[section]
  const view = shown.defaultView
  if (!target || !view) return
  const padding = Number.parseFloat(view.getComputedStyle(shown.documentElement).scrollPaddingTop) || 0
  // scrollIntoView would scroll the editor too, and an update would stop a smooth scroll halfway.
  view.scrollBy({ top: target.getBoundingClientRect().top - padding, behavior: "instant" })
}
