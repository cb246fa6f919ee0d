/** A ref of a bar that sticks to the bottom: when the bar grows, the page scrolls the field in use clear of it. */
export function scrollFieldAboveBar(bar: HTMLElement | null) {
  if (!bar) return
  let height = bar.offsetHeight
  const observer = new ResizeObserver(() => {
    const growth = bar.offsetHeight - height
    height = bar.offsetHeight
    const field = document.activeElement
    if (!field?.matches("input, textarea, select") || bar.contains(field)) return
    const covered = field.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
    scrollBy({ top: Math.max(0, Math.min(growth, covered)), behavior: "instant" })
  })
  observer.observe(bar)
  return () => observer.disconnect()
}
