import { useState } from "react"
import { withStorage } from "#client/app/browser-storage.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { shortcuts as texts } from "./texts.ts"
import { type ListKeys, useListKeys } from "./use-list-keys.ts"

/** Key in localStorage, which is set if the user has turned the keys `/` and `?` off. */
const KEY = "characterKeys"

interface Shortcuts extends Pick<ListKeys, "onOpen" | "onToggle"> {
  /** The singular and the plural of what a row shows. */
  names: Parameters<typeof texts.keys>[0]
}

/** Handles the keys of a list. Returns the dialog that lists them, which has to be rendered. */
export function useShortcuts({ names, onOpen, onToggle }: Shortcuts) {
  const [areCharactersOn, setAreCharactersOn] = useState(readSetting)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const openHelp = () => setIsHelpOpen(true)
  useListKeys({ areCharactersOn, onOpen, onToggle, onHelp: openHelp })

  function turn(on: boolean) {
    setAreCharactersOn(on)
    // Without storage, the setting lasts as long as the page.
    withStorage(() => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, "off")))
  }

  const help = isHelpOpen && (
    <ModalDialog title={texts.title} isSmall onClose={() => setIsHelpOpen(false)}>
      <dl className="divide-y divide-base-300">
        {texts
          .keys(names, { canOpen: onOpen !== undefined, canSelect: onToggle !== undefined })
          .map(({ keys, action }) => (
            <div key={action} className="flex items-center justify-between gap-4 py-2">
              <dt className="flex shrink-0 gap-1.5">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-8 rounded-field border border-base-300 border-b-2 bg-base-200 px-2 py-0.5 text-center font-sans text-sm font-semibold"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-right">{action}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-3 text-sm text-base-content/75">{texts.note}</p>
      <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={areCharactersOn}
          onChange={({ target }) => turn(target.checked)}
        />
        {texts.enable}
      </label>
    </ModalDialog>
  )
  return { openHelp, help }
}

export function ShortcutsButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="btn border-base-300 bg-base-100 px-3 max-md:hidden"
      onClick={onClick}
    >
      {texts.open}
    </button>
  )
}

function readSetting(): boolean {
  return withStorage(() => localStorage.getItem(KEY)) !== "off"
}
