import { expect, test } from "vitest"
import { placeIcons, readIcons } from "./icons.ts"

const file = `<svg xmlns="http://www.w3.org/2000/svg">
<symbol id="add" viewBox="0 0 24 24"><path d="M5 12h14"></path></symbol>
<symbol id="arrow" viewBox="0 0 24 24"><path d="m12 5 7 7"></path></symbol>
</svg>
`
const icons = readIcons("/assets/icons.svg", file)

test("a page holds each icon that it shows once, and no other", () => {
  const use = '<svg><use href="/assets/icons.svg#arrow"></use></svg>'
  expect(placeIcons(`<body>${use}${use}</body>`, icons)).toBe(
    '<body><svg><use href="#icon-arrow"></use></svg><svg><use href="#icon-arrow"></use></svg>' +
      '<svg class="hidden"><symbol id="icon-arrow" viewBox="0 0 24 24"><path d="m12 5 7 7"></path></symbol></svg></body>',
  )
})

test("a page without icons stays as it is", () => {
  expect(placeIcons("<body>arrow</body>", icons)).toBe("<body>arrow</body>")
})

test("a text that names the file stays as it is", () => {
  const state = '<body><script>state=\'{"text":"\\\\"/assets/icons.svg#arrow\\\\""}\'</script></body>'
  expect(placeIcons(state, icons)).toBe(state)
})
