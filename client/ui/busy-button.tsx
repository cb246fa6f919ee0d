import type { ComponentProps } from "react"

interface BusyButtonProps extends ComponentProps<"button"> {
  isBusy: boolean
}

/** Keeps the focus while it is busy, which a disabled button loses. Meanwhile neither a click nor Enter does anything. */
export function BusyButton({ isBusy, type = "button", onClick, ...props }: BusyButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  )
}
