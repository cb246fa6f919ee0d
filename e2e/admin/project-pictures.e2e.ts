import type { Page } from "@playwright/test"
import sharp from "sharp"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  choosePictures,
  expectStored,
  fillProject,
  goToNewProject,
  goToProject,
  openNewProject,
  pictureButton,
  pictures,
  projectForm,
  storedProject,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

function altText(page: Page, position: number) {
  return page.getByLabel(`Texte alternatif de l’image ${position}`, { exact: true })
}

function banner(page: Page) {
  return page.getByRole("main").getByRole("status")
}

/** The pictures' sources, in their order. */
function sources(page: Page) {
  return pictures(page)
    .locator("img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("src")))
}

test("pictures are sent one after the other while one types, saved once they arrived, and changed later @postgres", async ({
  page,
}) => {
  const answered = Promise.withResolvers<void>()
  let inFlight = 0
  let most = 0
  await page.route("**/upload", async (route) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    await answered.promise
    const response = await route.fetch()
    inFlight -= 1
    await route.fulfill({ response })
  })
  await openNewProject(page)
  await test.step("they are shown at once, with their progress", async () => {
    await expect(page.getByText("0 sur 12, encore 12 places", { exact: true })).toBeVisible()
    const files = (["jpeg", "png", "webp"] as const).map((format) => makePicture({ name: `photo.${format}`, format }))
    await projectForm(page).images.setInputFiles(await Promise.all(files))
    await expect(pictures(page)).toHaveCount(3)
    await expect(page.getByText("3 sur 12, encore 9 places", { exact: true })).toBeVisible()
    expect((await sources(page)).every((source) => source?.startsWith("blob:"))).toBe(true)
    for (const name of ["Envoi de l’image 1", "Envoi de l’image 2", "Envoi des images"]) {
      await expect(page.getByRole("progressbar", { name })).toBeVisible()
    }
    await expect(page.getByRole("main")).toContainText(/Envoi de 3 images sur 3\s: \d+\s%/)
    await expect(pictures(page).nth(1)).toContainText("En attente d’envoi")
  })
  await test.step("saving waits for them, and takes what is typed meanwhile", async () => {
    await fillProject(page, "Trois formats")
    await projectForm(page).add.click()
    await expect(page.getByRole("button", { name: "Envoi des images…", exact: true })).toBeVisible()
    await projectForm(page).address.fill("Ngiri-Ngiri")
    answered.resolve()
    await expect(banner(page)).toContainText("Projet ajouté avec succès !")
    expect(most).toBe(1)
  })
  const before = await storedProject(page, "Trois formats")
  const [one = "", two = "", three = ""] = before?.project_images ?? []
  expect(before?.address).toBe("Ngiri-Ngiri")
  expect([one, two, three].map((name) => name.split(".").pop())).toEqual(["jpg", "png", "webp"])
  expect(await (await page.request.get("/transport")).text()).toContain(`/uploads/${one}`)
  await test.step("later they are put in another order, taken away and added to", async () => {
    await goToProject(page, "Trois formats")
    expect(await sources(page)).toEqual([one, two, three].map((name) => `/uploads/${name}`))
    const thumbnail = pictures(page).first().locator("img")
    await expect(thumbnail).toHaveJSProperty("currentSrc", new URL(`/uploads/${one}?w=320`, page.url()).href)
    await pictureButton(page, "Mettre en premier", 3).click()
    await pictureButton(page, "Retirer", 2).press("Enter")
    await expect(page.getByRole("list", { name: "Ordre des photos" })).toBeFocused()
    await choosePictures(page, ["quatre.jpg"])
    await projectForm(page).save.click()
    await expect(banner(page)).toBeVisible()
    const after = await storedProject(page, "Trois formats")
    expect(after?.project_images.slice(0, 2)).toEqual([three, two])
    expect(after?.project_images).toHaveLength(3)
  })
})

/** Dispatches the event that a drag from the desktop, or a paste, would cause. */
function give(page: Page, type: "drop" | "paste", { name, mimeType, buffer }: Awaited<ReturnType<typeof makePicture>>) {
  return page.evaluate(
    ([type, name, mimeType, bytes]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
      const options = { bubbles: true, cancelable: true }
      const event =
        type === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data })
      document.body.dispatchEvent(event)
    },
    [type, name, mimeType, [...buffer]] as const,
  )
}

test("pictures are checked and shrunk before they travel, ordered and described in the form @slow", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 })
  await openNewProject(page)
  const main = page.getByRole("main")
  const travelled: Buffer[] = []
  await page.route("**/upload", (route) => {
    travelled.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
    return route.continue()
  })
  const large = await makePicture({ name: "telephone.jpg", width: 2800, height: 2100, orientation: 6 })
  // Each limit is tested beside the function that decides; this tests what the form does with the decisions.
  await test.step("files beyond a limit are named at once and never sent, and the other one is", async () => {
    await projectForm(page).images.setInputFiles([
      { name: "animée.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") },
      { name: "devis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
      { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") },
      large,
    ])
    await expect(main).toContainText(/Format d'image non pris en charge \(JPG, PNG ou WebP\)\s*devis\.pdf, animée\.gif/)
    await expect(main).toContainText(/HEIC illisible dans ce navigateur\s: enregistrez-la en JPG/)
    await expect(pictures(page).last()).toContainText("Envoyée")
    await expect(pictures(page)).toHaveCount(1)
  })
  await test.step("one larger than 2560 pixels is shrunk, without the camera's notes", async () => {
    await expect(pictures(page)).toContainText(/\d+\sko → \d+\sko/)
    expect(travelled).toHaveLength(1)
    expect(travelled[0]?.length).toBeLessThan(large.buffer.length)
    expect(travelled[0]?.includes("Exif")).toBe(false)
  })
  await test.step("files can be dropped anywhere on the page and pasted; the same one twice is taken once", async () => {
    const dropped = await makePicture({ name: "lâchée.jpg" })
    await give(page, "drop", dropped)
    await give(page, "paste", await makePicture({ name: "collée.png", format: "png" }))
    await expectStored(page, 3)
    await projectForm(page).images.setInputFiles(dropped)
    await expect(page.getByRole("alert")).toContainText("Cette image est déjà dans la liste")
    await expect(pictures(page)).toHaveCount(3)
  })
  const [one, two, three] = await sources(page)
  await test.step("buttons move a picture, keep the focus and announce its place", async () => {
    await pictureButton(page, "Mettre en premier", 3).click()
    expect(await sources(page)).toEqual([three, one, two])
    await expect(page.getByText("Image placée en position 1.", { exact: true })).toBeAttached()
    await pictureButton(page, "Descendre", 1).focus()
    await page.keyboard.press("Enter")
    expect(await sources(page)).toEqual([one, three, two])
    await expect(pictureButton(page, "Descendre", 2)).toBeFocused()
    await page.keyboard.press("Enter")
    expect(await sources(page)).toEqual([one, two, three])
    await expect(pictureButton(page, "Descendre", 3)).toBeFocused()
    await expect(pictureButton(page, "Descendre", 3)).toHaveAttribute("aria-disabled", "true")
    await pictureButton(page, "Monter", 2).click()
    expect(await sources(page)).toEqual([two, one, three])
  })
  await test.step("dragging moves one", async () => {
    await pictures(page).nth(2).locator("[draggable=true]").dragTo(pictures(page).first())
    await expect.poll(() => sources(page)).toEqual([three, two, one])
  })
  await test.step("the alternative text is the project's name, or what one types, or empty", async () => {
    await fillProject(page, "Dépôt de Limete")
    for (const position of [1, 2, 3]) await expect(altText(page, position)).toHaveValue("Dépôt de Limete")
    await altText(page, 2).fill("Le quai de chargement")
    await page.getByLabel(/^Décorative\s: image 1$/).check()
    await expect(altText(page, 1)).toBeDisabled()
    await altText(page, 3).fill("")
    await altText(page, 3).blur()
    await expect(altText(page, 3)).toHaveValue("Dépôt de Limete")
    await expectFitsPhone(page)
  })
  await page.setViewportSize({ width: 1280, height: 1400 })
  await test.step("it all is stored, the picture of the telephone right side up", async () => {
    await projectForm(page).add.click()
    await expect(banner(page)).toContainText("Projet ajouté avec succès !")
    const { image_alts: alts, project_images: names = [] } = (await storedProject(page, "Dépôt de Limete")) ?? {}
    expect(alts).toEqual(["", "Le quai de chargement", "Dépôt de Limete"])
    const stored = sharp(await (await page.request.get(`/uploads/${names[2]}`)).body())
    expect(await stored.metadata()).toMatchObject({ width: 1920, height: 2560 })
    // After a quarter turn to the right, the corner that was at the top left is at the top right.
    const cut = await stored.extract({ left: 1800, top: 20, width: 50, height: 50 }).toBuffer()
    const corner = await sharp(cut).stats()
    expect(Math.min(...corner.channels.map(({ mean }) => mean))).toBeGreaterThan(240)
  })
  await goToNewProject(page)
  const sent: string[] = []
  await page.route("**/upload", (route) => void sent.push(route.request().url()))
  await test.step("twelve are taken at most", async () => {
    const picture = await makePicture({ name: "photo.jpg", width: 60, height: 40 })
    const files = Array.from({ length: 13 }, (_, index) => ({ ...picture, name: `photo-${index}.jpg` }))
    await projectForm(page).images.setInputFiles(files)
    await expect(pictures(page)).toHaveCount(12)
    await expect(page.getByText(/^12 sur 12\s: la liste est pleine$/)).toBeVisible()
    await expect(page.getByRole("alert")).toContainText(/Trop d'images \(12 au maximum\)\s*photo-12\.jpg/)
  })
  await test.step("one that is being sent can be cancelled, and leaving stops the others", async () => {
    await expect.poll(() => sent.length).toBe(1)
    await pictureButton(page, "Annuler l’envoi", 1).click()
    await expect(pictures(page)).toHaveCount(11)
    await expect.poll(() => sent.length).toBe(2)
    await page.getByRole("link", { name: "Messages" }).click()
    await page.getByRole("button", { name: "Quitter sans enregistrer" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
    expect(sent).toHaveLength(2)
  })
})
