import { useKeyDown } from "#client/office/ui/use-key-down.ts"

export interface ListKeys {
  /** Whether `/` and `?` act, which people who dictate may turn off (WCAG 2.1.4). */
  areCharactersOn: boolean
  /** It is undefined where rows cannot be opened. */
  onOpen: ((id: number) => void) | undefined
  /** It is undefined where rows cannot be selected. */
  onToggle: ((id: number) => void) | undefined
  onHelp: () => void
}

/** Handles keys: `/` searches, arrows move between rows, Enter opens, Space or `x` selects, `?` shows the help. */
export function useListKeys({ areCharactersOn, onOpen, onToggle, onHelp }: ListKeys) {
  useKeyDown((event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || isCovered()) return
    if (isTyping(target)) {
      if (key === "ArrowDown" && target.matches(SEARCH) && focusRow(listRows()[0])) event.preventDefault()
      return
    }
    const row = target.closest<HTMLElement>(ROW)
    if (act(key, row, target === row)) event.preventDefault()
    else if ((key === "ArrowDown" || key === "ArrowUp") && hasRowKeys(target)) {
      const next = row ? rowBeside(row, key === "ArrowDown" ? 1 : -1) : document.querySelector<HTMLElement>(REACHABLE)
      if (focusRow(next)) event.preventDefault()
    }
  })

  /** Whether the key did something. */
  function act(key: string, row: HTMLElement | null, isOnRow: boolean): boolean {
    const id = Number(row?.dataset.row)
    if (key === "/" && areCharactersOn) document.querySelector<HTMLElement>(SEARCH)?.focus()
    else if (key === "?" && areCharactersOn) onHelp()
    else if (onOpen && key === "Enter" && isOnRow) onOpen(id)
    else if (onToggle && ((key === " " && isOnRow) || (key === "x" && row))) onToggle(id)
    else return false
    return true
  }
}

const ROW = "[data-row]"
const REACHABLE = '[data-row][tabindex="0"]'
const SEARCH = "search input"

function isTyping(target: HTMLElement): boolean {
  // In an open select, the focus is on an option.
  return target.isContentEditable || target.closest("textarea, select, input:not([type=checkbox])") !== null
}

/** Whether the list is covered by a dialog or an open menu, which handle keys themselves. */
function isCovered(): boolean {
  return document.querySelector(":is(dialog, details, [popover])[open], :is(:popover-open)") !== null
}

/**
 * Whether arrows move between rows; elsewhere they scroll the page. A message that has taken the focus after an action
 * is no control, and has a negative tabindex.
 */
function hasRowKeys(target: HTMLElement): boolean {
  return target.matches('body, main, [tabindex="-1"]') || target.closest(`table, ul:has(> ${ROW})`) !== null
}

function listRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)]
}

function rowBeside(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = listRows()
  return rows[rows.indexOf(row) + step]
}

/** Returns false for the rows of a list that is being replaced, which are inert. */
function focusRow(row: HTMLElement | null | undefined): boolean {
  row?.focus()
  return row != null && document.activeElement === row
}
