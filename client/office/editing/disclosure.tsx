import { type ReactNode, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"

interface DisclosureProps {
  label: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

export function Disclosure({ label, isOpen, children }: DisclosureProps) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details open={isOpenAtFirst} className="group/more">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 font-semibold text-primary [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="size-4 group-open/more:rotate-90 motion-safe:transition-transform" />
        {label}
      </summary>
      {children}
    </details>
  )
}
