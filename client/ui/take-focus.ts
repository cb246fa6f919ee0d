/** The ref of an element that takes the focus when it appears: what had it may be gone. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
