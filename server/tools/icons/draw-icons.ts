import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { shapes } from "#client/ui/icon-shapes.ts"

/** One symbol an icon; colour and stroke come from where it is used. */
export function drawIcons(): string {
  const symbols = Object.entries(shapes).map(([name, Shape]) => {
    const lines = /^<svg[^>]*>(?<lines>.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(Shape)))?.groups?.lines
    return `<symbol id="${name}" viewBox="0 0 24 24">${lines}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`
}
