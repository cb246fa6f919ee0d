import { lazy, Suspense, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { useKeyDown } from "#client/office/ui/use-key-down.ts"
import { admin } from "./texts.ts"

const importPalette = () => import("./palette.tsx")

const Palette = lazy(importPalette)

/** Opens the search of the whole office, which Ctrl + K opens too; returns it with what opens it. */
export function usePalette(onLogOut: () => void) {
  const [isOpen, setIsOpen] = useState(false)
  useKeyDown((event) => {
    // The other key follows at once, and what is typed next.
    if (event.key === "Control" || event.key === "Meta") void importPalette().catch(() => undefined)
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k"
    if (!isShortcut || event.defaultPrevented || document.querySelector("dialog[open]")) return
    event.preventDefault()
    setIsOpen(true)
  })
  return {
    open: () => setIsOpen(true),
    palette: isOpen && (
      <Suspense>
        <Palette onClose={() => setIsOpen(false)} onLogOut={onLogOut} />
      </Suspense>
    ),
  }
}

interface PaletteButtonProps {
  /** Whether only its icon is shown. */
  isBare: boolean
  className: string
  onClick: () => void
}

export function PaletteButton({ isBare, className, onClick }: PaletteButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={isBare ? admin.search : undefined}
      title={admin.searchKeys}
      className={`btn ${className}`}
      onClick={onClick}
    >
      <Icon name="search" />
      {!isBare && admin.search}
    </button>
  )
}
