const TEXT_FIELDS = "textarea, input:not([type=checkbox], [type=radio], [type=file]), [contenteditable]"

/**
 * Ref of an element that takes the focus when it appears, since the element that had it may be gone. A text field keeps
 * it, where somebody may have begun to type.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (!document.activeElement?.matches(TEXT_FIELDS)) element?.focus()
}
