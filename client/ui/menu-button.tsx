import { Icon } from "#client/icons/icon.tsx"

interface MenuButtonProps {
  /** The id of the popover. */
  menu: string
  action: "open" | "close"
  label: string
  className?: string
}

/** The browser opens and closes the popover, so that a menu works without JavaScript. */
export function MenuButton({ menu, action, label, className = "" }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={menu}
      popoverTargetAction={action === "close" ? "hide" : "show"}
      aria-label={label}
      className={`btn btn-ghost btn-square ${className}`}
    >
      <Icon name={action === "close" ? "close" : "menu"} className="size-7" />
    </button>
  )
}
