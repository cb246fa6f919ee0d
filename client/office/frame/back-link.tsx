import { Link, type LinkProps, type RegisteredRouter } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"

/** Links to the parent screen, which the router would otherwise mark as the current page on this one too. */
export function BackLink<const To extends string>({
  children,
  ...target
}: LinkProps<"a", RegisteredRouter, string, To> & { children: string }) {
  return (
    <Link {...(target as LinkProps)} activeOptions={{ exact: true }} className="btn btn-outline max-sm:w-full">
      <Icon name="chevronLeft" />
      {children}
    </Link>
  )
}
