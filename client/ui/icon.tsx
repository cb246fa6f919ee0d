import type { shapes } from "./icon-shapes.ts"
import sprite from "./icons.gen.svg?no-inline"

export type IconName = keyof typeof shapes

/** Out of one file for all pages. Always beside words: hidden from screen readers. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
