/**
 * Opens and closes popovers in browsers without them, such as Safari 16: the buttons that name one, a click elsewhere
 * and Escape work as usual. An open one has the attribute `open`, by which the styles show it (base.css).
 */
export function installPopovers(): void {
  HTMLElement.prototype.showPopover = function () {
    this.dispatchEvent(new Event("beforetoggle"))
    this.setAttribute("open", "")
    this.querySelector<HTMLElement>("a[href], button")?.focus()
  }
  HTMLElement.prototype.hidePopover = function () {
    this.removeAttribute("open")
  }
  addEventListener("click", onClick, true)
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") for (const menu of listOpen()) close(menu)
  })
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest("button[popovertarget]")
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "")
  for (const open of listOpen()) if (open !== menu && !open.contains(target)) open.hidePopover()
  if (!menu) return
  event.preventDefault()
  if (menu.hasAttribute("open")) close(menu)
  else if (button?.getAttribute("popovertargetaction") !== "hide") menu.showPopover()
}

function listOpen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[popover][open]")]
}

/** Gives the focus back to the button that opens the menu. */
function close(menu: HTMLElement): void {
  menu.hidePopover()
  document.querySelector<HTMLElement>(`button[popovertarget="${menu.id}"]`)?.focus()
}
