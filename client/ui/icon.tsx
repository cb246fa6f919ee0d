import { createContext, use } from "react"
import type symbols from "./icons.gen.json"

export type IconName = keyof typeof symbols

/** The icons of a page that the server renders: all there are, and those that it used so far. */
export const IconCollector = createContext<{ symbols: Symbols; used: Set<IconName> } | undefined>(undefined)

export type Symbols = Record<IconName, string>

const SPRITE_ID = "icons"

/** An icon beside a text, hidden from screen readers. It refers to a symbol of the page's sprite. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  use(IconCollector)?.used.add(name)
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

/** Rendered last, by the server alone: the symbols of all icons before it. Hydration leaves the element as it is. */
export function IconSprite() {
  const icons = use(IconCollector)
  if (!icons) return null
  const html = drawSymbols(icons.symbols, icons.used)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own generated file
  return <svg id={SPRITE_ID} className="hidden" dangerouslySetInnerHTML={{ __html: html }} />
}

/** In the browser: puts all icons into the page's sprite, for the screens that it renders itself. */
export function fillSprite(symbols: Symbols) {
  const sprite = document.getElementById(SPRITE_ID)
  if (sprite) sprite.innerHTML = drawSymbols(symbols, Object.keys(symbols) as IconName[])
}

function drawSymbols(symbols: Symbols, names: Iterable<IconName>): string {
  return Array.from(names, (name) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${symbols[name]}</symbol>`).join("")
}
