import { createContext, type FormEvent, type KeyboardEvent, use, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { InputField } from "#client/ui/field.tsx"
import { isLinkAddress } from "#server/contract/content/link-address.ts"
import { TextInput, type TextInputProps } from "./inputs.tsx"
import { contentEditor } from "./texts.ts"

const texts = contentEditor.markupTools

/** Whether texts of several lines have bold words and links. */
export const MarkupContext = createContext(false)

/** A text whose bold words and links buttons write as Markdown. */
export function MarkupInput(props: TextInputProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isLinking, setIsLinking] = useState(false)
  if (!use(MarkupContext)) return <TextInput {...props} />

  function makeBold() {
    insertAround(field.current, "**", "**", texts.boldExample)
  }

  function onKeyDown(event: KeyboardEvent) {
    const tool = event.ctrlKey || event.metaKey ? { b: makeBold, k: () => setIsLinking(true) }[event.key] : undefined
    if (!tool) return
    event.preventDefault()
    event.stopPropagation()
    tool()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act in the field, whose events come here.
    <div className="grid gap-1.5" onKeyDown={onKeyDown}>
      <div className="flex gap-1.5">
        <button
          type="button"
          title={texts.boldKeys}
          className="btn border-base-300 bg-base-100 px-3 text-sm font-bold"
          onClick={makeBold}
        >
          {texts.bold}
        </button>
        <button
          type="button"
          title={texts.linkKeys}
          aria-haspopup="dialog"
          className="btn border-base-300 bg-base-100 px-3 text-sm underline underline-offset-4"
          onClick={() => setIsLinking(true)}
        >
          {texts.link}
        </button>
      </div>
      <TextInput {...props} ref={field} />
      {isLinking && (
        <LinkDialog
          onInsert={(address) => {
            flushSync(() => setIsLinking(false))
            insertAround(field.current, "[", `](${address})`, texts.linkExample)
          }}
          onClose={() => setIsLinking(false)}
        />
      )}
    </div>
  )
}

interface LinkDialogProps {
  onInsert: (address: string) => void
  onClose: () => void
}

function LinkDialog({ onInsert, onClose }: LinkDialogProps) {
  const [error, setError] = useState<string>()

  function insert(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The editor of the page is a form around the dialog.
    event.stopPropagation()
    const address = String(new FormData(event.currentTarget).get("address"))
      .trim()
      .replace(/[\s()]/g, encodeSign)
    if (isLinkAddress(address)) onInsert(address)
    else setError(texts.wrongAddress)
  }

  return (
    <ModalDialog title={texts.linkTitle} isSmall onClose={onClose}>
      <form noValidate onSubmit={insert} className="grid gap-4">
        <InputField
          key={error}
          label={texts.address}
          name="address"
          help={texts.addressHelp}
          error={error}
          inputMode="url"
          autoComplete="off"
          autoFocus
        />
        <button type="submit" className="btn btn-primary justify-self-start">
          {texts.insert}
        </button>
      </form>
    </ModalDialog>
  )
}

/** Encodes what would end the link in Markdown. */
function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}

/** Puts the marks around the selected words, or around an example, which is selected then; the browser can undo it. */
function insertAround(field: HTMLTextAreaElement | null, before: string, after: string, example: string) {
  if (!field) return
  field.focus()
  const { selectionStart: start, selectionEnd: end, value } = field
  const words = value.slice(start, end) || example
  const text = before + words + after
  if (!document.execCommand?.("insertText", false, text)) {
    field.setRangeText(text)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  field.setSelectionRange(start + before.length, start + before.length + words.length)
}
