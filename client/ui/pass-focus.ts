/** The ref of a button that disappears when it has worked: the heading of its section, or else the section, takes the focus. */
export function passFocus(button: HTMLElement | null) {
  return () => {
    const section = button?.closest<HTMLElement>("section, dialog, [popover], main")
    if (!section || document.activeElement !== button) return
    // What replaces the button is in the document only then.
    queueMicrotask(() => {
      const target = section.querySelector<HTMLElement>("h1, h2, h3") ?? section
      target.tabIndex = -1
      target.focus()
    })
  }
}
