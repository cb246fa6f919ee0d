import { ACTION, NEAR, SAVES_DATA, SHOWN } from "./document-state.ts"

/**
 * Turns and enlarges pictures, copies and shares links, before the application arrives and after it: React draws these
 * controls, but knows nothing of their state. The hydration loader contains this module.
 */

/** By the values of the attribute ACTION. */
const actions = {
  previous: (button: HTMLElement) => turn(button, -1),
  next: (button: HTMLElement) => turn(button, 1),
  enlarge(button: HTMLElement) {
    const dialog = button.closest("[data-gallery]")?.querySelector<HTMLDialogElement>(":scope > dialog")
    if (!dialog) return
    showLarge(dialog, button)
    dialog.showModal()
  },
  close: (button: HTMLElement) => button.closest("dialog")?.close(),
  async copy({ dataset: { text = "", done = "", failed = "" }, parentElement }: HTMLElement) {
    let outcome = done
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers have no clipboard without https, and the reader can copy the text by hand.
      outcome = failed
    }
    const status = parentElement?.parentElement?.querySelector("[role=status]")
    if (status) status.textContent = outcome
  },
  async share({ dataset: { title = "", text = "" } }: HTMLElement) {
    // Closing the share sheet rejects, but is no failure.
    await navigator.share({ title, url: text }).catch(() => {})
  },
}

export type ReadingAction = keyof typeof actions

/** 1 or -1: a picture that does not load gives way to the next one in the reader's direction. */
let direction = 1
/** The button whose picture is shown enlarged. */
let enlarged: Element | undefined

export function on<Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void) {
  addEventListener(type, listener, true)
}

export function listenToReading() {
  on("click", ({ target }) => {
    const button = find(target, `[${ACTION}]`)
    if (button) void actions[button.getAttribute(ACTION) as ReadingAction](button)
    // A click on the dialog itself is outside of the picture.
    else if (target instanceof HTMLDialogElement && target.matches(".lightbox")) target.close()
  })
  on("keydown", ({ key, target }) => {
    const dialog = find(target, ".lightbox")
    if (dialog && /^Arrow(Left|Right)$/.test(key)) turn(dialog, key === "ArrowLeft" ? -1 : 1)
  })
  // Swiping scrolls, too.
  on("scroll", ({ target }) => {
    if (target instanceof HTMLElement && target.matches(".slides")) settle(target)
  })
  for (const type of ["pointerover", "focusin"] as const) {
    on(type, ({ target }) => {
      const list = target instanceof Element && findSlides(target)
      if (list && !savesData()) settle(list)
    })
  }
  on("error", ({ target }) => {
    const slide = find(target, ".slides > li")
    const list = slide?.parentElement
    if (!list) return
    // Those behind it may not have been parsed yet.
    if (document.readyState === "loading") on("DOMContentLoaded", () => skip(slide, list))
    else skip(slide, list)
  })
}

/** Whether nothing may be loaded ahead. */
export function savesData() {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData || document.documentElement.hasAttribute(SAVES_DATA)
}

/** Turns the carousel or the lightbox that the element is in, in a circle. */
function turn(inside: Element, step: 1 | -1) {
  const dialog = inside.closest("dialog")
  direction = step
  if (dialog) {
    const buttons = listEnlarging(dialog)
    const index = buttons.indexOf(enlarged as Element) + step
    showLarge(dialog, buttons[(index + buttons.length) % buttons.length])
  } else {
    const list = findSlides(inside)
    if (list) showSlide(list, indexOf(list) + step)
  }
}

function listEnlarging(dialog: Element) {
  return [...(dialog.parentElement?.querySelectorAll(`[${ACTION}=enlarge]`) ?? [])]
}

function showLarge(dialog: Element, button: Element | undefined) {
  const picture = button?.querySelector("picture")?.cloneNode(true) as Element | undefined
  const image = picture?.querySelector("img")
  if (!picture || !image) return
  enlarged = button
  for (const element of picture.querySelectorAll("[sizes]"))
    element.setAttribute("sizes", "min(94vw, (100vh - 9rem) * 1.5, 90rem)")
  image.className = ""
  dialog.querySelector(".large")?.replaceChildren(picture)
  dialog.setAttribute("aria-label", image.alt || "photo")
  const buttons = listEnlarging(dialog)
  count(dialog, buttons.indexOf(button as Element), buttons.length)
}

function findSlides(inside: Element | null) {
  return inside?.closest(".carousel")?.querySelector<HTMLElement>(".slides")
}

/** Lists the pictures that may be shown: those that failed are hidden. */
function listSlides(list: Element) {
  return [...list.querySelectorAll<HTMLElement>("li:not([hidden])")]
}

/** Returns how many pictures the list has been scrolled by. Without a layout it is 0. */
function positionOf(list: Element) {
  return list.scrollLeft / list.clientWidth || 0
}

function indexOf(list: Element) {
  return Math.round(positionOf(list))
}

function showSlide(list: Element, index: number) {
  const { length } = listSlides(list)
  list.scrollLeft = ((index + length) % length) * list.clientWidth
  settle(list)
}

/** Loads what a swipe uncovers or the next turn will show, and counts. At rest a single picture is shown. */
function settle(list: Element) {
  const slides = listSlides(list)
  const { length } = slides
  // A picture may rest at a fraction of a pixel beside its place.
  const first = Math.floor(positionOf(list) + 0.02)
  const last = Math.ceil(positionOf(list) - 0.02)
  slides.forEach((slide, index) => {
    if (index === first || index === last) slide.setAttribute(NEAR, SHOWN)
    else if (slide.hasAttribute(NEAR) || index === (first + 1) % length) slide.setAttribute(NEAR, "")
  })
  count(list.parentElement, indexOf(list), length)
}

function count(holder: Element | null, index: number, total: number) {
  const counter = holder?.querySelector(".count")
  const text = `${index + 1} / ${total}`
  // Screen readers say again what is written again.
  if (counter && counter.textContent !== text) counter.textContent = text
}

/** A picture that does not load is not counted, and gives way to the next one in the reader's direction. */
function skip(slide: HTMLElement, list: HTMLElement) {
  const index = indexOf(list)
  const shown = listSlides(list)[index]
  slide.hidden = true
  const rest = listSlides(list)
  const { dataset } = list.parentElement as HTMLElement
  dataset.left = `${rest.length}`
  if (rest.length === 0) dataset.failure && console.error(dataset.failure)
  else showSlide(list, shown === slide ? index - Number(direction < 0) : rest.indexOf(shown as HTMLElement))
}

function find(target: EventTarget | null, selector: string) {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
