const PLACES = "section, dialog, [popover], main"

/**
 * Ref of a button that disappears after use: the focus goes to the heading of its section, or else to the section. If
 * that disappears too, it goes to the place around it.
 */
export function passFocus(button: HTMLElement | null) {
  return () => {
    if (document.activeElement !== button) return
    const places: HTMLElement[] = []
    for (let place = button?.closest<HTMLElement>(PLACES); place; place = place.parentElement?.closest(PLACES)) {
      places.push(place)
    }
    // The element that replaces the button is in the document only then.
    queueMicrotask(() => {
      const place = places.find(({ isConnected }) => isConnected)
      const target = place?.querySelector<HTMLElement>("h1, h2, h3") ?? place
      if (!target) return
      target.tabIndex = -1
      target.focus()
    })
  }
}
