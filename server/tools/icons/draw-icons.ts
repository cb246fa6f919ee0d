import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { shapes } from "#client/icons/icon-shapes.ts"

/** Draws the symbol of each icon as JSON; an icon takes colour and stroke from its surroundings. */
export function drawIcons(): string {
  const symbols = Object.entries(shapes).map(([name, Shape]) => {
    const svg = renderToStaticMarkup(createElement(Shape))
    const lines = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"))
    return [name, `<symbol id="icon-${name}" viewBox="0 0 24 24">${lines}</symbol>`]
  })
  return `${JSON.stringify(Object.fromEntries(symbols), null, 2)}\n`
}
