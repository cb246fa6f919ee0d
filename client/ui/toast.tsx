import { useEffect, useRef, useSyncExternalStore } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { toneClasses } from "./banner.tsx"
import { ui } from "./texts.ts"

const SHOWN_MS = 5000

interface Toast {
  title: string
  text: string
  tone: "success" | "error"
}

let shown: Toast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast in place of the one before. */
export function showToast(toast: Toast): void {
  shown = toast
  dismissLater()
  notify()
}

function dismissToast(): void {
  clearTimeout(timer)
  shown = undefined
  notify()
}

function dismissLater(): void {
  clearTimeout(timer)
  timer = setTimeout(dismissToast, SHOWN_MS)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** F8 moves the focus here; a toast that is hovered or focused does not disappear. */
export function ToastRegion() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  const region = useRef<HTMLElement>(null)
  // React has no handlers for events of the window.
  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.key === "F8") region.current?.focus()
    }
    addEventListener("keydown", focusRegion)
    return () => removeEventListener("keydown", focusRegion)
  }, [])
  // An open dialog takes the region out of its frame.
  return (
    <div>
      <section
        ref={region}
        data-notices
        aria-label={ui.notifications}
        tabIndex={-1}
        // Below it the bar of a form stays within reach.
        className="fixed inset-x-4 top-20 z-50 rounded-box outline-offset-4 sm:top-auto sm:bottom-24 sm:left-auto sm:w-96"
        onMouseEnter={() => clearTimeout(timer)}
        onMouseLeave={() => toast && dismissLater()}
        onFocus={() => clearTimeout(timer)}
        onBlur={() => toast && dismissLater()}
      >
        <div aria-live={toast?.tone === "error" ? "assertive" : "polite"} aria-atomic="true">
          {toast && (
            <div
              role={toast.tone === "error" ? "alert" : "status"}
              className={`flex items-start gap-3 rounded-box p-4 shadow-float ${toneClasses[toast.tone]}`}
            >
              <Icon name={toast.tone === "error" ? "alert" : "done"} className="mt-0.5 size-6" />
              <div className="grow">
                <p className="font-semibold">{toast.title}</p>
                <p className="text-sm first-letter:uppercase">{toast.text}</p>
              </div>
              <button
                type="button"
                className="btn btn-ghost btn-square -my-1.5 -mr-1.5 text-inherit hover:text-base-content"
                aria-label={ui.close}
                onClick={dismissToast}
              >
                <Icon name="close" />
              </button>
            </div>
          )}
        </div>
      </section>
    </div>
  )
}
