import type { ReactNode } from "react"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { passFocus } from "#client/ui/pass-focus.ts"
import { buttons } from "#client/ui/texts.ts"

interface EmptyStateProps {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-box border border-base-300 bg-base-100 px-5 py-14 text-center">
      <Icon name={icon} className="size-10 text-primary" />
      <h2 className="text-h3">{title}</h2>
      <p className="prose-width text-base-content/80 wrap-anywhere">{text}</p>
      {children}
    </div>
  )
}

export function NoSearchResults({ onClear, ...texts }: { title: string; text: string; onClear: () => void }) {
  return (
    <EmptyState icon="search" {...texts}>
      <button ref={passFocus} type="button" className="btn btn-outline btn-primary" onClick={onClear}>
        {buttons.clearSearch}
      </button>
    </EmptyState>
  )
}
