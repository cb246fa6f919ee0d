import { useEffect, useRef, useState } from "react"
import { Icon } from "#client/ui/icon.tsx"

const PAUSE_MS = 250

interface SearchBoxProps {
  label: string
  /** What the address says is searched. */
  value: string
  onSearch: (text: string) => void
}

/** Searches while one types, after a short pause; the address keeps what is searched. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Going back in history changes the address under the box.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
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
          onChange={(event) => type(event.target.value)}
          className="input w-full pl-10"
        />
      </form>
    </search>
  )
}
