/** Ref of a button that disappears after use: the focus goes to the heading of its section, or else to the section. */
export function passFocus(button: HTMLElement | null) {
  return () => {
    const section = button?.closest<HTMLElement>("section, dialog, [popover], main")
    if (!section || document.activeElement !== button) return
    // The element that replaces the button is in the document only then.
    queueMicrotask(() => {
      const target = section.querySelector<HTMLElement>("h1, h2, h3") ?? section
      target.tabIndex = -1
      target.focus()
    })
  }
}
