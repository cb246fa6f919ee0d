import { type ReactNode, useRef } from "react"

interface DropdownProps {
  label: ReactNode
  className?: string
  disabled?: boolean
  /** Where the panel opens; above, it is as wide as the positioned element around the button. */
  placement?: "below" | "above on phones"
  /** The side of the button with which the panel is aligned. */
  align?: "left" | "right"
  children: (close: () => void) => ReactNode
}

/** A button with a panel, which Escape or a focus or click elsewhere closes. */
export function Dropdown({
  label,
  className = "",
  disabled,
  placement = "below",
  align = "left",
  children,
}: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null)

  function close() {
    if (details.current) details.current.open = false
  }

  // A <summary> cannot be disabled.
  if (disabled) {
    return (
      <button type="button" disabled className={`btn ${className}`}>
        {label}
      </button>
    )
  }
  return (
    <details
      ref={details}
      className={placement === "below" ? "relative" : "md:relative"}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !details.current?.open) return
        event.stopPropagation()
        close()
        details.current.querySelector("summary")?.focus()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <summary className={`btn list-none marker:content-none ${className}`}>{label}</summary>
      {/* A click anywhere in the panel keeps the focus inside. */}
      <div
        tabIndex={-1}
        className={`absolute z-30 grid w-max min-w-[min(13rem,100vw-2rem)] max-w-[min(18rem,100vw-2rem)] gap-0.5 rounded-box border border-base-300 bg-base-100 p-2 text-base-content shadow-float outline-none ${align === "left" ? "left-0" : "right-0"} ${placement === "below" ? "top-full mt-1" : "max-md:inset-x-4 max-md:bottom-full max-md:mb-1 max-md:w-auto max-md:min-w-0 max-md:max-w-none md:top-full md:mt-1"}`}
      >
        {children(close)}
      </div>
    </details>
  )
}
