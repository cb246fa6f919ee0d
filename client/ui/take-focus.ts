/** Ref of an element that takes the focus when it appears, since the element that had it may be gone. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
