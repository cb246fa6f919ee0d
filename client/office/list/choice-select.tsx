import { type ComponentProps, useRef, useState } from "react"

interface ChoiceSelectProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  value: string
  onChoose: (value: string) => void
}

/**
 * A select whose choice is saved at once. On Windows and Linux arrow keys change a closed select, so that a value that
 * was reached by keys is chosen by Enter or by leaving the select, and given up by Escape (WCAG 3.2.2).
 */
export function ChoiceSelect({ value, onChoose, className = "", ...attributes }: ChoiceSelectProps) {
  const [reached, setReached] = useState<string>()
  const isByKeys = useRef(false)

  function choose(chosen: string | undefined) {
    setReached(undefined)
    if (chosen !== undefined && chosen !== value) onChoose(chosen)
  }

  return (
    <select
      {...attributes}
      value={reached ?? value}
      className={`${className} ${reached === undefined ? "" : "outline-2 outline-offset-2 outline-primary outline-dashed"}`}
      onPointerDown={() => {
        isByKeys.current = false
      }}
      onKeyDown={({ key }) => {
        isByKeys.current = key !== "Enter"
        if (key === "Enter") choose(reached)
        if (key === "Escape") setReached(undefined)
      }}
      onBlur={() => choose(reached)}
      onChange={({ target }) => (isByKeys.current ? setReached(target.value) : choose(target.value))}
    />
  )
}
