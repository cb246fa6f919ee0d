import { Link, type LinkProps, type RegisteredRouter } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"

/** Links to the screen above, which the router would otherwise call current here, too. */
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
