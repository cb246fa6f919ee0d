import { afterAll, expect, test } from "vitest"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { startDemoSite, visibleText } from "#server/testing/built-pages.ts"

// Which texts stand where is in promised-texts.ts; here is how pages are made up of them.
const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

async function openMain(path: string) {
  const main = (await site.open(path)).document.querySelector("main")
  if (!main) throw new Error(`${path} has no main part`)
  return main
}

/** Returns the section of that heading. */
function regionOf(main: Element, heading: RegExp): Element {
  const found = [...main.querySelectorAll("section")].find((section) =>
    heading.test(section.querySelector("h2")?.textContent ?? ""),
  )
  if (!found) throw new Error(`No section ${heading}`)
  return found
}

function textsOf(element: Element, selector: string): string[] {
  return Array.from(element.querySelectorAll(selector), visibleText)
}

/** Returns what a place says in place of pictures that nobody sees. */
function altsOf(element: Element): string[] {
  return Array.from(element.querySelectorAll("img"), ({ alt }) => alt)
}

function matching(pattern: RegExp) {
  return expect.stringMatching(pattern)
}

test("a sector's card has a picture, a text, four services and a link to its page", async () => {
  const sectors = regionOf(await openMain("/"), /métiers/)
  const cards = [...sectors.querySelectorAll("li")].filter((item) => item.querySelector("h3"))
  expect(
    cards.map((card) => [card.querySelector("h3")?.textContent, card.querySelector("a")?.getAttribute("href")]),
  ).toEqual([
    ["Construction", "/construction"],
    ["Agriculture", "/agriculture"],
    ["Élevage", "/elevage"],
    ["Transport", "/transport"],
    ["Ventes de Matériaux", "/ventes-materiaux"],
    ["Immobilier", "/immobilier"],
  ])
  for (const card of cards) {
    expect(altsOf(card)).toEqual([expect.stringMatching(/\S{3}/)])
    expect(textsOf(card, "p").join()).toMatch(/\S{3}/)
    expect(textsOf(card, "li")).toEqual(Array(4).fill(expect.stringMatching(/\S{3}/)))
    expect(textsOf(card, "a")).toEqual(["En savoir plus"])
  }
})

test("home tells the family's story and leads on to it, and its last band is #contact", async () => {
  const main = await openMain("/")
  const story = regionOf(main, /histoire/)
  expect(visibleText(story)).toMatch(/famille.*Confiance.*Excellence.*Durabilité/)
  expect([...story.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [expect.stringMatching(/^À propos/), "/about"],
  ])
  const band = main.querySelector("#contact")
  expect(band).toBe(main.lastElementChild)
  expect(band?.querySelector("a")?.getAttribute("href")).toBe("/contact")
})

test("« À propos » tells the history in two paragraphs, names four sectors only, and has a picture and three values", async () => {
  const main = await openMain("/about")
  const history = regionOf(main, /histoire/)
  expect(history.querySelectorAll("p")).toHaveLength(2)
  expect(visibleText(history)).toContain("2023")
  expect(visibleText(main)).not.toMatch(/immobili|matériaux/i)
  expect(altsOf(main)[0]).toMatch(/\S{3}/)
  const values = regionOf(main, /valeurs/)
  expect(textsOf(values, "li h3")).toEqual(["Confiance", "Excellence", "Durabilité"])
  expect(textsOf(values, "li p")).toEqual(Array(3).fill(expect.stringMatching(/\S{3}/)))
})

test("construction shows its mock-ups by number, and the projects of the server before seven of its own", async () => {
  const main = await openMain("/construction")
  const models = textsOf(regionOf(main, /Nos Maquettes/), "figure")
  expect(models.length).toBeGreaterThanOrEqual(3)
  expect(models).toEqual(models.map((_, index) => `Maquette ${index + 1}`))
  expect(altsOf(regionOf(main, /Nos Maquettes/)).filter((alt) => alt.length > 2)).toHaveLength(models.length)
  const stored = (await (await site.request("/api/projects?sector=Construction")).json()) as { project_name: string }[]
  const cards = [...regionOf(main, /Nos Réalisations/).querySelectorAll("li")].filter((card) =>
    card.querySelector("h3"),
  )
  expect(cards.map((card) => card.querySelector("h3")?.textContent)).toEqual([
    ...stored.map(({ project_name }) => project_name),
    ...[/scolaire.*R\+4/, /^Appartements R\+3/, /^Appartements R\+2/, /^Appartements R\+3/].map(matching),
    ...[/^Décoration intérieure/, /^Rénovation d.un appartement/, /R\+10/].map(matching),
  ])
  for (const card of cards.slice(-7)) {
    expect(textsOf(card, "p").join("\n")).toMatch(/^\S.+ · 20\d\d$/m)
    expect(textsOf(card, "p")).toContainEqual(expect.stringMatching(/^(En cours|Terminé)$/))
    expect(altsOf(card)[0]).toMatch(/\S{3}/)
  }
})

test("agriculture has a gallery of its activities", async () => {
  expect(altsOf(regionOf(await openMain("/agriculture"), /activités/)).length).toBeGreaterThanOrEqual(3)
})

test.each([
  ["/agriculture", /2023/, [/^500\+ hectares/, /^15 % .*rendement/]],
  ["/elevage", /chiffres/, [/^200\+ bovins/, /^150\+ (moutons|ovins)/, /^100 % éthique/]],
  ["/transport", /2023/, [/^5 ?000\+ livraisons/, /^98 % à l.heure/, /^4,9\/5 .*satisfaction/]],
  ["/transport", /flotte/, [/^25 camions$/, /^15 semi-remorques$/, /^10 fourgonnettes$/, /^3 entrepôts$/]],
  ["/about", /chiffres/, [/^2\+ années d.expérience$/, /^6\+ employés$/]],
])("%s shows the figures of its section %s one by one", async (path, heading, figures) => {
  expect(textsOf(regionOf(await openMain(path), heading), "li")).toEqual(figures.map(matching))
})

test.each([
  ["/construction", /expertise/, [/résidentiel/i, /bâtiments commerciaux/i, /rénovation et extension/i]],
  ["/agriculture", /cultures/, [/^Cultures céréalières$/, /^Agriculture biologique$/, /^Technologies modernes$/]],
  ["/elevage", /approche/, [/^Alimentation naturelle$/, /^Suivi vétérinaire$/, /^Conditions d.élevage$/]],
  ["/transport", /services/, [/^Transport routier$/, /^Logistique$/, /^Express 24h$/, /^Suivi GPS$/]],
])("%s lists in its section %s exactly what was promised, in that order", async (path, heading, titles) => {
  expect(textsOf(regionOf(await openMain(path), heading), "h3")).toEqual(titles.map(matching))
})

test("the page of materials has an introduction, three pictures, and lists of products and of services", async () => {
  const main = await openMain("/ventes-materiaux")
  expect(main.querySelectorAll("figure img")).toHaveLength(3)
  expect(textsOf(main, "p").join("").length).toBeGreaterThan(300)
  const lists = [...regionOf(main, /produits/).querySelectorAll("ul")]
  expect(lists).toHaveLength(2)
  for (const list of lists) expect(list.querySelectorAll("li").length).toBeGreaterThanOrEqual(3)
})

test("the page of real estate lists its services and reasons to choose it", async () => {
  const main = await openMain("/immobilier")
  expect(textsOf(regionOf(main, /services/), "h3").length).toBeGreaterThanOrEqual(3)
  expect(textsOf(regionOf(main, /Pourquoi/), "li").length).toBeGreaterThanOrEqual(3)
})

test("the footer has the links of four sectors, and not of the others", async () => {
  const footer = (await site.open("/about")).document.querySelector("footer")
  const links = Array.from(footer?.querySelectorAll('a[href^="/"]') ?? [], (link) => link.getAttribute("href") ?? "")
  expect(links).toEqual(expect.arrayContaining(["/about", "/realisations"]))
  const sectors = links.filter((path) => Object.values<string>(SECTOR_SLUGS).includes(path.slice(1)))
  expect(sectors).toEqual(["/construction", "/agriculture", "/elevage", "/transport"])
})

test("the header begins with the logo and the company's name, which lead home", async () => {
  const first = (await site.open("/transport")).document.querySelector("header a")
  expect([first?.getAttribute("href"), first && visibleText(first)]).toEqual(["/", "Groupe Lisanga"])
  expect(first?.querySelectorAll("svg path").length).toBeGreaterThan(0)
})
