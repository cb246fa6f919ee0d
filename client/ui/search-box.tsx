import { useEffect, useRef, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"

const DEBOUNCE_MS = 250

interface SearchBoxProps {
  label: string
  /** The search in the URL. */
  value: string
  onSearch: (text: string) => void
}

/** Searches while the user types, with a short delay. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The back button changes the URL while the box stays mounted.
  if (lastValue !== value) {
    setLastValue(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function changeText(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(typed.trim()), DEBOUNCE_MS)
  }

  return (
    <search className="block w-full sm:max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          clearTimeout(timer.current)
          onSearch(text.trim())
        }}
        className="relative"
      >
        <Icon name="search" className="pointer-events-none absolute top-3 left-3 z-10 size-5 text-base-content/60" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          value={text}
          onChange={(event) => changeText(event.target.value)}
          className="input w-full pl-10"
        />
      </form>
    </search>
  )
}
