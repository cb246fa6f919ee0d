import { useId, useState } from "react"
import { inboxCopy as copy } from "#client/copy/admin-messages.ts"

const LINES = 8
const CHARACTERS = 600

/** Keeps line breaks; a long message is truncated until it is expanded. */
export function MessageText({ text, whole }: { text: string; whole: boolean }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const long = !whole && (text.length > CHARACTERS || text.split("\n").length > LINES)
  return (
    <div className="min-w-0 self-start">
      <p id={id} className={`prose-width whitespace-pre-line wrap-anywhere ${long && !opened ? "line-clamp-6" : ""}`}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={opened}
          aria-controls={id}
          className="link-inline min-h-11 cursor-pointer"
          onClick={() => setOpened(!opened)}
        >
          {opened ? copy.less : copy.more}
        </button>
      )}
    </div>
  )
}
