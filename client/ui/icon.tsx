import type { shapes } from "./icon-shapes.ts"
import sprite from "./icons.gen.svg?no-inline"

export type IconName = keyof typeof shapes

/**
 * Out of one file for all pages; what the server sent holds its own (server/pages/icons.ts), which hydration leaves
 * alone. Always beside words: hidden from screen readers.
 */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use suppressHydrationWarning href={`${sprite}#${name}`} />
    </svg>
  )
}
