import { encode } from "uqr"

/** Draws a URL as a QR code. Its rows are dashes, which are half of the size of squares. */
export function drawCode(url: string): string {
  const { data, size } = encode(url, { border: 0 })
  const rows = data.map((row, y) => {
    let pen = 0
    const dashes = Array.from(runs(row), ({ start, end }) => {
      const dash = `m${start - pen} 0h${end - start}`
      pen = end
      return dash
    })
    return `M0 ${y}${dashes.join("")}`
  })
  return `<svg viewBox="0 -.5 ${size} ${size}" width="96" stroke="#000"><path d="${rows.join("")}"/></svg>`
}

/** Yields where the dark modules of a row start and end. */
function* runs(row: readonly boolean[]) {
  for (let start = row.indexOf(true); start >= 0; ) {
    const light = row.indexOf(false, start)
    const end = light < 0 ? row.length : light
    yield { start, end }
    start = row.indexOf(true, end)
  }
}
