import type { ReactNode } from "react"
import { Icon } from "#client/icons/icon.tsx"

export function Disclosure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <details className="group/more">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 font-semibold text-primary [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="size-4 group-open/more:rotate-90 motion-safe:transition-transform" />
        {label}
      </summary>
      {children}
    </details>
  )
}
