import { useEffect, useEffectEvent } from "react"

export interface ListKeys {
  /** Whether `/` and `?` act: people who dictate may turn them off (WCAG 2.1.4). */
  areCharactersOn: boolean
  onOpen: (id: number) => void
  onToggle: (id: number) => void
  onHelp: () => void
}

/** `/` searches, arrows walk the rows (down from the search too), Enter opens one, Space or `x` selects it, `?` lists the keys. */
export function useListKeys({ areCharactersOn, onOpen, onToggle, onHelp }: ListKeys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || isCovered()) return
    if (isTyping(target)) {
      if (key === "ArrowDown" && target.matches(SEARCH) && focusNextRow(null, 1)) event.preventDefault()
      return
    }
    const row = target.closest<HTMLElement>(ROW)
    if (act(key, row, target === row)) event.preventDefault()
    else if ((key === "ArrowDown" || key === "ArrowUp") && hasRowKeys(target)) {
      if (focusNextRow(row, key === "ArrowDown" ? 1 : -1)) event.preventDefault()
    }
  })

  /** Whether the key did something. */
  function act(key: string, row: HTMLElement | null, isOnRow: boolean): boolean {
    const id = Number(row?.dataset.row)
    if (key === "/" && areCharactersOn) document.querySelector<HTMLElement>(SEARCH)?.focus()
    else if (key === "?" && areCharactersOn) onHelp()
    else if (key === "Enter" && isOnRow) onOpen(id)
    else if ((key === " " && isOnRow) || (key === "x" && row)) onToggle(id)
    else return false
    return true
  }

  // React has no handlers for events of the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [])
}

const ROW = "[data-row]"
const SEARCH = "search input"

function isTyping(target: HTMLElement): boolean {
  // The options of an open select have the focus themselves.
  return target.isContentEditable || target.closest("textarea, select, input:not([type=checkbox])") !== null
}

/** Whether a dialog or an open menu, which have keys of their own, covers the list. */
function isCovered(): boolean {
  return document.querySelector("dialog[open], :popover-open, details[open]") !== null
}

/** Whether arrows move between rows; elsewhere they scroll the page. */
function hasRowKeys(target: HTMLElement): boolean {
  return target.matches("body, main") || target.closest(`table, ul:has(> ${ROW})`) !== null
}

function focusNextRow(from: HTMLElement | null, step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const next = rows[from ? rows.indexOf(from) + step : step === 1 ? 0 : rows.length - 1]
  next?.focus()
  // A list that is being replaced takes no focus.
  return next !== undefined && document.activeElement === next
}
