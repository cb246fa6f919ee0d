import { Link, type LinkProps, type RegisteredRouter } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"

/** To the screen above. The router counts a path as current also on the screens below it, unless it is to be exact. */
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
