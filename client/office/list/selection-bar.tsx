import { createContext, type ReactNode, useCallback, useContext, useRef } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { Dropdown } from "#client/office/ui/dropdown.tsx"
import { selection as texts } from "./texts.ts"
import type { SelectFound } from "./use-select-found.ts"

interface SelectionBarProps {
  /** The number of selected rows in words. */
  count: string
  selectFound: SelectFound | undefined
  onDeselect: () => void
  /** The buttons of the actions. */
  children: ReactNode
}

/** Whether actions have to wait because the ids of the selected rows are loading. */
const AreActionsDisabled = createContext(false)

/** Offers actions on the selected rows at the top of the screen, or at the bottom on phones. */
export function SelectionBar({ count, selectFound, onDeselect, children }: SelectionBarProps) {
  const isLoading = selectFound?.isLoading ?? false
  const countRef = useRef<HTMLParagraphElement>(null)
  // The button disappears with its focus once all rows are selected.
  const passFocusOn = useCallback((button: HTMLButtonElement) => {
    return () => {
      if (document.activeElement === button) countRef.current?.focus()
    }
  }, [])
  return (
    <section
      aria-label={texts.label}
      data-covers="bottom"
      className="selection-bar z-20 mb-3 grid gap-2 border-primary bg-base-100 px-4 py-2 shadow-float max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:mb-0 max-md:border-t md:sticky md:top-18 md:rounded-box md:border lg:top-4"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
        <p ref={countRef} tabIndex={-1} aria-live="polite" className="font-semibold max-md:order-first">
          {count}
        </p>
        {selectFound && (
          <button
            ref={passFocusOn}
            type="button"
            aria-disabled={isLoading}
            className="btn btn-ghost px-2 text-primary underline underline-offset-4 aria-disabled:opacity-60 max-md:order-3 max-md:-ml-2"
            onClick={() => isLoading || selectFound.onSelect()}
          >
            {isLoading ? texts.selecting : selectFound.label}
          </button>
        )}
        <button
          type="button"
          className="btn btn-ghost -mr-2 ml-auto min-w-11 px-2 font-medium max-md:order-2"
          onClick={onDeselect}
        >
          <Icon name="close" className="size-4" />
          <span className={selectFound ? "max-xl:sr-only" : "max-md:sr-only"}>{texts.deselect}</span>
        </button>
      </div>
      {selectFound?.failure && (
        <p role="alert" className="text-sm text-error">
          {selectFound.failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-xs:gap-1">
        <AreActionsDisabled value={isLoading}>{children}</AreActionsDisabled>
      </div>
    </section>
  )
}

interface SelectionActionProps {
  tone?: string
  onClick: () => void
  children: ReactNode
}

export function SelectionAction({ tone = "btn-primary", onClick, children }: SelectionActionProps) {
  return (
    <button
      type="button"
      disabled={useContext(AreActionsDisabled)}
      className={`btn btn-outline max-xs:px-2.5 ${tone}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

interface SelectionMenuProps<Option> {
  label: string
  options: readonly Option[]
  textOf?: (option: Option) => string
  onChoose: (option: Option) => void
}

export function SelectionMenu<Option>({ label, options, textOf = String, onChoose }: SelectionMenuProps<Option>) {
  return (
    <Dropdown
      label={
        <>
          {label}
          <Icon name="chevronRight" className="size-4 rotate-90" />
        </>
      }
      disabled={useContext(AreActionsDisabled)}
      className="btn-outline btn-primary max-xs:px-2.5"
      placement="above on phones"
    >
      {(close) =>
        options.map((option) => (
          <button
            key={textOf(option)}
            type="button"
            className="min-h-11 rounded-field px-3 text-left hover:bg-base-200"
            onClick={() => {
              close()
              onChoose(option)
            }}
          >
            {textOf(option)}
          </button>
        ))
      }
    </Dropdown>
  )
}
