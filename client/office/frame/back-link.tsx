import { Link, type LinkProps, type RegisteredRouter } from "@tanstack/react-router"
import type { MouseEventHandler } from "react"
import { Icon } from "#client/icons/icon.tsx"

/** Links to the parent screen, which the router would otherwise mark as the current page on this one too. */
export function BackLink<const To extends string>({
  children,
  onClick,
  ...target
}: LinkProps<"a", RegisteredRouter, string, To> & {
  children: string
  onClick?: MouseEventHandler<HTMLAnchorElement>
}) {
  return (
    <Link
      {...(target as LinkProps)}
      onClick={onClick}
      activeOptions={{ exact: true }}
      className="btn btn-outline max-sm:w-full max-sm:shrink"
    >
      <Icon name="chevronLeft" />
      {children}
    </Link>
  )
}
