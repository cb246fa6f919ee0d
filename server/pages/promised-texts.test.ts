import { afterAll, describe, expect, test } from "vitest"
import { startDemoSite, visibleText } from "#server/testing/built-pages.ts"
import { onEveryPage, type Promised, promisedTexts } from "#server/testing/promised-texts.ts"

const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

/** Leaves out what French typography adds to a text, which the specification does not write. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/[–—‑]/g, "-")
    .replace(/(\d) (?=%)/g, "$1")
    .replace(/\b(\d{1,3}) (?=\d{3}\b)/g, "$1")
    .replace(/(\d),(?=\d)/g, "$1.")
    .trim()
}

function textOf(element: Element): string {
  return plain(visibleText(element) || element.getAttribute("aria-label") || "")
}

function textsIn(parts: readonly Element[], selector: string): string[] {
  return parts.flatMap((part) => [...part.querySelectorAll(selector)]).map(textOf)
}

function matches(text: string, wanted: string | RegExp | undefined): boolean {
  return wanted instanceof RegExp ? wanted.test(text) : wanted === undefined || text === plain(wanted)
}

function isShown(parts: readonly Element[], { text, heading, link, button, field, option }: Promised): boolean {
  if (text instanceof RegExp) return parts.some((part) => text.test(textOf(part)))
  if (text) return parts.some((part) => textOf(part).includes(plain(text)))
  if (heading) return textsIn(parts, "h1, h2, h3").some((found) => matches(found, heading))
  if (button) return textsIn(parts, "button").some((found) => matches(found, button))
  if (field) return textsIn(parts, "label[for]").some((found) => matches(found, field))
  const links = parts.flatMap((part) => [...(part.matches("a") ? [part] : part.querySelectorAll("a"))])
  if (link)
    return links.some((found) => matches(textOf(found), link[0]) && matches(found.getAttribute("href") ?? "", link[1]))
  const options = parts.flatMap((part) => [...part.querySelectorAll("option")])
  return options.some((found) => found.value === option?.[0] && textOf(found) === option[1])
}

function missing(parts: readonly Element[], promised: readonly Promised[]) {
  expect(parts.length).toBeGreaterThan(0)
  return promised.filter((entry) => !isShown(parts, entry))
}

const pages = await Promise.all(
  Object.entries(promisedTexts).map(async ([path, promised]) => ({ path, promised, ...(await site.open(path)) })),
)

describe.each(pages)("$path", ({ path, promised, document, status }) => {
  const main = [...document.querySelectorAll("main")]
  const around = [...document.querySelectorAll("body > a, header, footer")]

  test("shows what was promised for it", () => {
    expect(status).toBe(path === "/introuvable" ? 404 : 200)
    expect(missing(main, promised)).toEqual([])
  })

  test("has the header, its menu and the footer that were promised for all pages", () => {
    const shown = onEveryPage.filter(({ inMenu }) => !inMenu)
    expect(missing(around, shown)).toEqual([])
    const inMenu = onEveryPage.filter((entry) => entry.inMenu)
    expect(missing([...document.querySelectorAll("header [popover]")], inMenu)).toEqual([])
  })

  test("has one level-one heading, and begins with the skip link", () => {
    expect(document.querySelectorAll("h1")).toHaveLength(1)
    const first = document.querySelector("body a, body button, body input")
    expect(first?.textContent).toBe("Aller au contenu")
    expect(document.getElementById(first?.getAttribute("href")?.slice(1) ?? "")?.localName).toBe("main")
  })
})

test("the list finds a text that is missing, one without its target, and one that only a script has", async () => {
  const { document } = await site.open("/transport")
  const body = [document.body]
  const section = "none"
  expect(isShown(body, { section, heading: "Transport" })).toBe(true)
  expect(isShown(body, { section, heading: "Transports" })).toBe(false)
  expect(isShown(body, { section, link: ["Accueil", "/accueil"] })).toBe(false)
  expect(document.body.innerHTML).toContain("dehydratedData")
  expect(isShown(body, { section, text: "dehydratedData" })).toBe(false)
})
