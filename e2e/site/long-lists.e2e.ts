import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { canonicalIn, titleIn } from "./html.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (let number = 1; number <= 50; number += 1) await createTestProject(db, { name: `Chantier ${number}` })
    for (let number = 1; number <= 24; number += 1) await createTestProject(db, { sector: "Transport" })
    await createTestProject(db, {
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

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("'Voir plus' leads through pages of 24 to the oldest project, and a long description opens", async ({
      page,
    }) => {
      if (javaScriptEnabled) await openPage(page, "/construction")
      else await page.goto("/construction")
      const more = page.getByRole("link", { name: "Voir plus" })
      expect(await shown(page)).toEqual(countdown(50, 27))
      await expect(more).toHaveAttribute("href", "/construction?page=2")
      await more.click()
      await expect(page).toHaveURL("/construction?page=2")
      await expect.poll(() => shown(page)).toEqual(countdown(26, 3))
      await more.click()
      await expect(page).toHaveURL("/construction?page=3")
      await expect.poll(() => shown(page)).toEqual([2, 1])
      await expect(more).toBeHidden()
      await page.goBack()
      await expect.poll(() => shown(page)).toEqual(countdown(26, 3))

      await page.goto("/agriculture", { waitUntil: "domcontentloaded" })
      const end = page.getByText("Fin de la récolte.")
      await expect(page.getByText(/^Du maïs et du manioc/)).toBeVisible()
      await expect(end).toBeHidden()
      await page.getByText("Lire la suite").click()
      await expect(end).toBeVisible()
      await page.getByText("Réduire").click()
      await expect(end).toBeHidden()
    })
  })
}

test("a later page has a title and a canonical URL of its own, without the fixed projects", async ({
  request,
  site,
}) => {
  const read = async (path: string) => (await request.get(path)).text()
  const [first, second] = [await read("/construction"), await read("/construction?page=2")]
  expect(canonicalIn(second)).toBe(`${site.url}/construction?page=2`)
  expect(titleIn(second)).not.toBe(titleIn(first))
  expect(first).toContain("Immeuble R+10")
  expect(second).not.toContain("Immeuble R+10")
  expect(await read("/transport")).not.toContain("Voir plus") // exactly 24 projects
})

test("a page beyond the last is not found, and a number that makes no sense is the first page", async ({
  request,
  site,
}) => {
  for (const path of [
    "/construction?page=4",
    "/construction?page=100000",
    "/transport?page=2",
    "/elevage?page=2", // without any project
  ]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(404)
    expect(await response.text()).toContain("404 Page Not Found")
  }
  const queries = ["page=abc", "page=1", "page=0", "page=-2", "page=1.5", "page=", "page=2&page=3", "page=%5B%5D"]
  for (const query of queries) {
    const response = await request.get(`/construction?${query}`)
    expect(response.status(), query).toBe(200)
    const html = await response.text()
    expect(html, query).toContain("Chantier 50")
    expect(canonicalIn(html), query).toBe(`${site.url}/construction`)
  }
})
