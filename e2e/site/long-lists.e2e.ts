import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { makeProject } from "#server/testing/make.ts"
import { canonicalIn, titleIn } from "./html.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (let number = 1; number <= 50; number += 1) await makeProject(db, { name: `Chantier ${number}` })
    for (let number = 1; number <= 24; number += 1) await makeProject(db, { sector: "Transport" })
    await makeProject(db, {
      sector: "Agriculture",
      description: `${"Du maïs et du manioc. ".repeat(60)}Fin de la récolte.`,
    })
  },
})

/** The numbers of the projects shown, as they stand: the fiftieth is the newest. */
async function shown(page: Page) {
  const names = await page.getByRole("heading", { level: 3, name: /^Chantier \d+$/ }).allTextContents()
  return names.map((name) => Number(name.split(" ")[1]))
}

function countdown(from: number, to: number) {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index)
}

test("a page shows the 24 newest projects", async ({ page }) => {
  await openPage(page, "/construction")
  expect(await shown(page)).toEqual(countdown(50, 27))
})

test("'Voir plus' is a link to the second page", async ({ page }) => {
  await openPage(page, "/construction")
  await expect(page.getByRole("link", { name: "Voir plus" })).toHaveAttribute("href", "/construction?page=2")
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("'Voir plus' leads through the pages to the oldest project", async ({ page }) => {
      if (javaScriptEnabled) await openPage(page, "/construction")
      else await page.goto("/construction")
      await page.getByRole("link", { name: "Voir plus" }).click()
      await expect(page).toHaveURL("/construction?page=2")
      await expect.poll(() => shown(page)).toEqual(countdown(26, 3))
      await page.getByRole("link", { name: "Voir plus" }).click()
      await expect(page).toHaveURL("/construction?page=3")
      await expect.poll(() => shown(page)).toEqual([2, 1])
      await expect(page.getByRole("link", { name: "Voir plus" })).toBeHidden()
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with a script" : "without one", () => {
    test.use({ javaScriptEnabled })

    test("a long description shows its beginning, and the rest on demand", async ({ page }) => {
      await page.goto("/agriculture", { waitUntil: "domcontentloaded" })
      await expect(page.getByText(/^Du maïs et du manioc/)).toBeVisible()
      await expect(page.getByText("Fin de la récolte.")).toBeHidden()
      await page.getByText("Lire la suite").click()
      await expect(page.getByText("Fin de la récolte.")).toBeVisible()
      await page.getByText("Réduire").click()
      await expect(page.getByText("Fin de la récolte.")).toBeHidden()
    })
  })
}

test("the browser's way back leads to the page before", async ({ page }) => {
  await openPage(page, "/construction")
  await page.getByRole("link", { name: "Voir plus" }).click()
  await expect.poll(() => shown(page)).toEqual(countdown(26, 3))
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(countdown(50, 27))
})

test("a later page is a page of its own to search engines", async ({ request, site }) => {
  const [first, second] = await Promise.all(
    ["/construction", "/construction?page=2"].map(async (path) => (await request.get(path)).text()),
  )
  expect(canonicalIn(second ?? "")).toBe(`${site.url}/construction?page=2`)
  expect(titleIn(second ?? "")).not.toBe(titleIn(first ?? ""))
})

test("the seven fixed projects stand on the first page alone", async ({ request }) => {
  const pages = ["/construction", "/construction?page=2"].map(async (path) => (await request.get(path)).text())
  const [first, second] = await Promise.all(pages)
  expect(first).toContain("Immeuble R+10")
  expect(second).not.toContain("Immeuble R+10")
})

test("exactly 24 projects need no second page", async ({ page, request }) => {
  await openPage(page, "/transport")
  await expect(page.getByRole("link", { name: "Voir plus" })).toBeHidden()
  expect((await request.get("/transport?page=2")).status()).toBe(404)
})

for (const number of ["4", "99", "100000"]) {
  test(`page ${number}, beyond the last, is not found`, async ({ request }) => {
    const response = await request.get(`/construction?page=${number}`)
    expect(response.status()).toBe(404)
    expect(await response.text()).toContain("404 Page Not Found")
  })
}

for (const query of ["page=abc", "page=1", "page=0", "page=-2", "page=1.5", "page=", "page=2&page=3", "page=%5B%5D"]) {
  test(`?${query} is the first page`, async ({ request, site }) => {
    const response = await request.get(`/construction?${query}`)
    expect(response.status()).toBe(200)
    const html = await response.text()
    expect(html).toContain("Chantier 50")
    expect(canonicalIn(html)).toBe(`${site.url}/construction`)
  })
}

test("the first page of an empty sector stands, its second is not found", async ({ request }) => {
  expect((await request.get("/elevage")).status()).toBe(200)
  expect((await request.get("/elevage?page=2")).status()).toBe(404)
})
