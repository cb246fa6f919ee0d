import { useEffect, useEffectEvent, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"

const DEBOUNCE_MS = 250

interface SearchBoxProps {
  label: string
  /** The search text of the URL. */
  value: string
  /** It receives undefined for an empty text. */
  onSearch: (text: string | undefined) => void
}

/** Searches while the user types, after a short delay. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [searched, setSearched] = useState(value)
  // The back button changes the URL while the box is mounted, but its own search must not undo what was typed since.
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== searched) setText(value)
  }

  // An Effect Event calls the latest `onSearch`, which keeps filters that were chosen since the last key.
  const search = useEffectEvent((typed: string) => {
    setSearched(typed)
    if (typed !== value) onSearch(typed || undefined)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search className="block w-full sm:max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSearched(text.trim())
          onSearch(text.trim() || undefined)
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
          onChange={(event) => setText(event.target.value)}
          className="input w-full pl-10"
        />
      </form>
    </search>
  )
}
