/**
 * Finds the control that stands for one of a page that was replaced: it has the same name, beneath the same heading or
 * else at the same place among those of that name.
 */
export function findAgain(control: HTMLElement): HTMLElement | undefined {
  const [before, now] = [rootOf(control), document].map((root) => {
    const all = [...root.querySelectorAll<HTMLElement>(control.localName)]
    return all.filter((one) => nameOf(one) === nameOf(control))
  })
  const heading = headingOf(control)
  const places = before?.filter((one) => headingOf(one) === heading).indexOf(control) ?? 0
  return now?.filter((one) => headingOf(one) === heading)[places] ?? now?.[before?.indexOf(control) ?? 0]
}

function rootOf(control: HTMLElement): HTMLElement {
  return control.parentElement ? rootOf(control.parentElement) : control
}

function nameOf(control: HTMLElement): string {
  return control.getAttribute("aria-label") ?? control.textContent
}

function headingOf(control: HTMLElement): string | undefined {
  return control.closest("li, article, section")?.querySelector("h2, h3")?.textContent
}
