import { expect, test } from "#e2e/fixtures.ts"
import { staticPage } from "./static-page.ts"

const page = staticPage("/about")

test("the subtitle tells of a family business that became a leader in several sectors", async () => {
  const subtitle = page().getByRole("main").getByRole("paragraph").first()
  await expect(subtitle).toContainText(/familiale/)
  await expect(subtitle).toContainText(/leader multi-?sectoriel/)
})

test("the history is told in two paragraphs, from 2023 on", async () => {
  const history = page().getByRole("region", { name: /histoire/i })
  await expect(history.getByRole("paragraph")).toHaveCount(2)
  await expect(history).toContainText("2023")
})

test("the story names four sectors and no other", async () => {
  const text = (await page().getByRole("main").textContent()) ?? ""
  for (const sector of [/construction/i, /agriculture/i, /élevage/i, /transport/i]) expect(text).toMatch(sector)
  expect(text).not.toMatch(/immobili|matériaux/i)
})

test("two figures stand there: '2+' years of experience and '6+' employees", async () => {
  await expect(page().getByRole("definition")).toHaveText(["2+", "6+"])
  await expect(page().getByRole("term")).toHaveText([/^années d.expérience$/, "employés"])
})

test("a picture of the company opens the page", async () => {
  const picture = page().getByRole("main").getByRole("img").first()
  await expect(picture).toBeInViewport()
  await expect(picture).toHaveAttribute("alt", /\S{3}/)
})

test("three cards present the values Confiance, Excellence and Durabilité", async () => {
  const values = page()
    .getByRole("region", { name: /valeurs/i })
    .getByRole("listitem")
  await expect(values.getByRole("heading")).toHaveText(["Confiance", "Excellence", "Durabilité"])
  await expect(values.getByRole("paragraph")).toHaveText([/\S{3}/, /\S{3}/, /\S{3}/])
})
