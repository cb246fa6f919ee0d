import type { Page, Route } from "@playwright/test"
import sharp from "sharp"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  expectStored,
  fillProject,
  openNewProject,
  openProject,
  pictures,
  projectForm,
  storedProject,
} from "./project-form.ts"
import { signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await openNewProject(page)
})

async function choose(page: Page, names: string[]) {
  await projectForm(page).images.setInputFiles(await Promise.all(names.map((name) => makePicture({ name }))))
}

function action(page: Page, name: string, position: number) {
  return page.getByRole("button", { name: new RegExp(`^${name}\\s: image ${position}$`) })
}

function altText(page: Page, position: number) {
  return page.getByLabel(`Texte alternatif de l’image ${position}`, { exact: true })
}

async function save(page: Page) {
  await projectForm(page).add.click()
  await expect(page.getByRole("main").getByRole("status")).toContainText("Projet ajouté avec succès !")
}

/** The pictures' sources, in their order. */
function sources(page: Page) {
  return pictures(page)
    .locator("img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("src")))
}

test("several chosen at once show at once, with their weight, and travel one by one", async ({ page }) => {
  let under = 0
  let most = 0
  let sent = 0
  await page.route("**/upload", async (route) => {
    under += 1
    sent += 1
    most = Math.max(most, under)
    const response = await route.fetch()
    under -= 1
    await route.fulfill({ response })
  })
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expect(pictures(page)).toHaveCount(3)
  await expect(page.getByText("3 sur 12, encore 9 places", { exact: true })).toBeVisible()
  expect((await sources(page)).every((source) => source?.startsWith("blob:"))).toBe(true)
  await expectStored(page, 3)
  await expect(pictures(page).first()).toContainText(/\d+\sko/)
  expect({ most, sent }).toEqual({ most: 1, sent: 3 })
})

test("each has a progress bar while it is on its way", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route("**/upload", (route) => answered.promise.then(() => route.continue()))
  await choose(page, ["un.jpg", "deux.jpg"])
  await expect(page.getByRole("progressbar", { name: "Envoi de l’image 1" })).toBeVisible()
  await expect(page.getByRole("progressbar", { name: "Envoi de l’image 2" })).toBeVisible()
  await expect(pictures(page).nth(1)).toContainText("En attente d’envoi")
  answered.resolve()
  await expectStored(page, 2)
})

test("JPEG, PNG and WebP are taken, and shown by the sector's page in their order", async ({ page }) => {
  const files = await Promise.all(
    (["jpeg", "png", "webp"] as const).map((format) => makePicture({ name: `photo.${format}`, format })),
  )
  await projectForm(page).images.setInputFiles(files)
  await expectStored(page, 3)
  await fillProject(page, "Trois formats")
  await save(page)
  const project = await storedProject(page, "Trois formats")
  expect(project?.project_images.map((name) => name.split(".").pop())).toEqual(["jpg", "png", "webp"])
  const { project_images: [first = ""] = [] } = project ?? {}
  expect(await (await page.request.get("/transport")).text()).toContain(`/uploads/${first}`)
})

test("saving waits for the pictures that are still on their way", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route("**/upload", (route) => answered.promise.then(() => route.continue()))
  await fillProject(page, "Impatient")
  await choose(page, ["lente.jpg"])
  await projectForm(page).add.click()
  await expect(page.getByRole("button", { name: "Envoi des images…", exact: true })).toBeVisible()
  answered.resolve()
  await expect(page.getByRole("main").getByRole("status")).toContainText("Projet ajouté avec succès !")
  expect((await storedProject(page, "Impatient"))?.project_images).toHaveLength(1)
})

test("the alternative text is the project's name, or what one writes, or nothing for a decorative one", async ({
  page,
}) => {
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg", "quatre.jpg"])
  await fillProject(page, "Dépôt de Limete")
  for (const position of [1, 2, 3]) await expect(altText(page, position)).toHaveValue("Dépôt de Limete")
  await altText(page, 2).fill("Le quai de chargement")
  await page.getByLabel(/^Décorative\s: image 3$/).check()
  await expect(altText(page, 3)).toBeDisabled()
  await altText(page, 4).fill("")
  await altText(page, 4).blur()
  await expect(altText(page, 4)).toHaveValue("Dépôt de Limete")
  await save(page)
  expect((await storedProject(page, "Dépôt de Limete"))?.image_alts).toEqual([
    "Dépôt de Limete",
    "Le quai de chargement",
    "",
    "Dépôt de Limete",
  ])
})

test("buttons change the order and keep the focus, which a screen reader hears", async ({ page }) => {
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expectStored(page, 3)
  const [one, two, three] = await sources(page)
  await action(page, "Mettre en premier", 3).click()
  expect(await sources(page)).toEqual([three, one, two])
  await expect(page.getByText("Image placée en position 1.", { exact: true })).toBeAttached()
  await action(page, "Descendre", 1).focus()
  await page.keyboard.press("Enter")
  expect(await sources(page)).toEqual([one, three, two])
  await expect(action(page, "Descendre", 2)).toBeFocused()
  await page.keyboard.press("Enter")
  expect(await sources(page)).toEqual([one, two, three])
  await expect(action(page, "Descendre", 3)).toBeFocused()
  await expect(action(page, "Descendre", 3)).toHaveAttribute("aria-disabled", "true")
  await action(page, "Monter", 2).click()
  expect(await sources(page)).toEqual([two, one, three])
})

test("dragging changes the order", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 })
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expectStored(page, 3)
  const [one, two, three] = await sources(page)
  await pictures(page).nth(2).locator("[draggable=true]").dragTo(pictures(page).first())
  await expect.poll(() => sources(page)).toEqual([three, one, two])
})

test("pictures of a project are put in another order, taken away and added to", async ({ page }) => {
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await fillProject(page, "Remanié")
  await save(page)
  const before = await storedProject(page, "Remanié")
  const [one = "", two = "", three = ""] = before?.project_images ?? []
  await openProject(page, before?.id ?? 0)
  expect(await sources(page)).toEqual([one, two, three].map((name) => `/uploads/${name}`))
  const thumbnail = pictures(page).first().locator("img")
  await expect(thumbnail).toHaveJSProperty("currentSrc", new URL(`/uploads/${one}?w=320`, page.url()).href)
  await action(page, "Mettre en premier", 3).click()
  await action(page, "Retirer", 2).click()
  await choose(page, ["quatre.jpg"])
  await projectForm(page).save.click()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  const after = await storedProject(page, "Remanié")
  expect(after?.project_images.slice(0, 2)).toEqual([three, two])
  expect(after?.project_images).toHaveLength(3)
})

test("files can be dropped anywhere on the page, and pasted", async ({ page }) => {
  const [dropped, pasted] = await Promise.all([
    makePicture({ name: "lâchée.jpg" }),
    makePicture({ name: "collée.png", format: "png" }),
  ])
  for (const [type, { name, mimeType, buffer }] of [
    ["drop", dropped],
    ["paste", pasted],
  ] as const) {
    await page.evaluate(
      ([type, name, mimeType, bytes]) => {
        const given = new DataTransfer()
        given.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
        const options = { bubbles: true, cancelable: true }
        const event =
          type === "drop"
            ? new DragEvent("drop", { ...options, dataTransfer: given })
            : new ClipboardEvent("paste", { ...options, clipboardData: given })
        document.body.dispatchEvent(event)
      },
      [type, name, mimeType, [...buffer]] as const,
    )
  }
  await expectStored(page, 2)
})

test("a picture larger than 2560 pixels is shrunk before it travels, right side up and without the camera's notes", async ({
  page,
}) => {
  const picture = await makePicture({ name: "telephone.jpg", width: 4000, height: 3000, orientation: 6 })
  const travelled = Promise.withResolvers<Buffer>()
  await page.route("**/upload", (route) => {
    travelled.resolve(route.request().postDataBuffer() ?? Buffer.alloc(0))
    return route.continue()
  })
  await projectForm(page).images.setInputFiles(picture)
  await expectStored(page, 1)
  const body = await travelled.promise
  expect(body.length).toBeLessThan(picture.buffer.length)
  expect(body.includes("Exif")).toBe(false)
  await expect(pictures(page)).toContainText(/\d+\sko → \d+\sko/)
  await fillProject(page, "Du téléphone")
  await save(page)
  const { project_images: [name = ""] = [] } = (await storedProject(page, "Du téléphone")) ?? {}
  const stored = sharp(await (await page.request.get(`/uploads/${name}`)).body())
  expect(await stored.metadata()).toMatchObject({ width: 1920, height: 2560 })
  // Turned by a quarter to the right, the corner that was at the top left is at the top right.
  const cut = await stored.extract({ left: 1800, top: 20, width: 50, height: 50 }).toBuffer()
  const corner = await sharp(cut).stats()
  expect(Math.min(...corner.channels.map(({ mean }) => mean))).toBeGreaterThan(240)
})

test("the limits are said before anything is chosen", async ({ page }) => {
  await expect(projectForm(page).images).toHaveAccessibleDescription(
    /^JPG, PNG ou WebP\s: 12\simages au plus, 10\sMo et 50\smillions de pixels chacune\./,
  )
  await expect(page.getByText("0 sur 12, encore 12 places", { exact: true })).toBeVisible()
})

test("what is beyond a limit is refused at once and never travels, and the others go on", async ({ page }) => {
  const sent: string[] = []
  page.on("request", (request) => request.url().endsWith("/upload") && sent.push(request.url()))
  const small = await makePicture({ name: "lourde.jpg" })
  await projectForm(page).images.setInputFiles([
    await makePicture({ name: "immense.jpg", width: 10_001, height: 5000 }),
    { ...small, buffer: Buffer.concat([small.buffer, Buffer.alloc(10 * 1024 * 1024)]) },
    { name: "animée.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") },
    await makePicture({ name: "bonne.jpg" }),
  ])
  const alerts = page.getByRole("alert")
  await expect(alerts).toHaveText([
    /Image trop grande \(50 millions de pixels au maximum\)\s*immense\.jpg/,
    /Image trop volumineuse \(10 Mo au maximum\)\s*lourde\.jpg/,
    /Format d'image non pris en charge \(JPG, PNG ou WebP\)\s*animée\.gif/,
  ])
  await expect(pictures(page).last()).toContainText("Envoyée")
  await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test("more than twelve are not taken, and one is told which", async ({ page }) => {
  await choose(
    page,
    Array.from({ length: 13 }, (_, index) => `photo-${index + 1}.jpg`),
  )
  await expect(pictures(page)).toHaveCount(12)
  await expect(page.getByText(/^12 sur 12\s: la liste est pleine$/)).toBeVisible()
  await expect(page.getByRole("alert")).toHaveText(/Trop d'images \(12 au maximum\)\s*photo-13\.jpg/)
})

test("what is no picture is not taken", async ({ page }) => {
  await projectForm(page).images.setInputFiles({
    name: "devis.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF"),
  })
  await expect(page.getByRole("alert")).toHaveText(
    /Format d'image non pris en charge \(JPG, PNG ou WebP\)\s*devis\.pdf/,
  )
  await expect(pictures(page)).toHaveCount(0)
})

test("a HEIC photo that this browser cannot read is refused with what to do instead", async ({ page }) => {
  const photo = { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") }
  await projectForm(page).images.setInputFiles(photo)
  await expect(page.getByRole("alert")).toContainText(/HEIC illisible dans ce navigateur\s: enregistrez-la en JPG/)
  await expect(page.getByRole("alert")).toContainText("IMG_0001.HEIC")
})

test("what is typed while pictures travel is saved too", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route("**/upload", (route) => answered.promise.then(() => route.continue()))
  await fillProject(page, "Bavard")
  await choose(page, ["lente.jpg"])
  await projectForm(page).add.click()
  await projectForm(page).address.fill("Ngiri-Ngiri")
  answered.resolve()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  expect((await storedProject(page, "Bavard"))?.address).toBe("Ngiri-Ngiri")
})

test("leaving stops the pictures that are still on their way", async ({ page }) => {
  let sent = 0
  await page.route("**/upload", () => {
    sent += 1
  })
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expect.poll(() => sent).toBe(1)
  await page.getByRole("link", { name: "Messages" }).click()
  await page.getByRole("button", { name: "Quitter sans enregistrer" }).click()
  await expect(page).toHaveURL("/admin/messages")
  await page.waitForTimeout(500)
  expect(sent).toBe(1)
})

test("the same picture twice is taken once", async ({ page }) => {
  const picture = await makePicture({ name: "double.jpg" })
  await projectForm(page).images.setInputFiles(picture)
  await expectStored(page, 1)
  await projectForm(page).images.setInputFiles(picture)
  await expect(page.getByRole("alert")).toContainText("Cette image est déjà dans la liste")
  await expect(pictures(page)).toHaveCount(1)
})

test("one on its way can be cancelled, and the next one goes on", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route("**/upload", (route) => answered.promise.then(() => route.continue()).catch(() => undefined), {
    times: 1,
  })
  await choose(page, ["un.jpg", "deux.jpg"])
  await action(page, "Annuler l’envoi", 1).click()
  await expectStored(page, 1)
  answered.resolve()
})

test.describe("when one does not arrive", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures: { name: string; answer: (route: Route) => Promise<void>; text: string }[] = [
    {
      name: "the server's own words",
      answer: (route) =>
        route.fulfill({
          status: 507,
          json: { success: false, message: "Espace disque insuffisant, réessayez plus tard" },
        }),
      text: "Espace disque insuffisant, réessayez plus tard",
    },
    {
      name: "an answer without sense",
      answer: (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
      text: "Erreur lors du téléchargement des images",
    },
    {
      name: "a lost connection",
      answer: (route) => route.abort("connectionreset"),
      text: "Erreur de réseau lors du téléchargement",
    },
  ]

  for (const { name, answer, text } of failures) {
    test(`a red banner tells ${name} and the file, which can be sent again`, async ({ page }) => {
      await page.route("**/upload", answer)
      await choose(page, ["perdue.jpg"])
      await expect(page.getByRole("alert").getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByRole("alert")).toContainText("perdue.jpg")
      await expect(page.getByRole("alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(pictures(page)).toContainText("Non envoyée")
      await page.unrouteAll()
      await action(page, "Réessayer", 1).click()
      await expectStored(page, 1)
      await expect(page.getByRole("alert")).toHaveCount(0)
    })
  }

  test("several are sent again at once", async ({ page }) => {
    await page.route("**/upload", (route) => route.abort("connectionreset"))
    await choose(page, ["un.jpg", "deux.jpg"])
    await expect(page.getByRole("alert")).toContainText("un.jpg, deux.jpg")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer l’envoi" }).click()
    await expectStored(page, 2)
  })

  test("a picture that the server cannot read is named, and is not offered again", async ({ page }) => {
    const { buffer } = await makePicture({ name: "x" })
    const broken = Buffer.concat([buffer.subarray(0, 200), Buffer.from("perdu")])
    await projectForm(page).images.setInputFiles({ name: "abîmée.jpg", mimeType: "image/jpeg", buffer: broken })
    await expect(page.getByRole("alert")).toContainText("abîmée.jpg")
    await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0)
  })

  test("saving is held back until it is sent or taken away", async ({ page }) => {
    await page.route("**/upload", (route) => route.abort("connectionreset"))
    await choose(page, ["perdue.jpg"])
    await fillProject(page, "Retenu")
    await projectForm(page).add.click()
    await expect(page.getByRole("alert").last()).toContainText("Des images n’ont pas été envoyées")
    expect(await storedProject(page, "Retenu")).toBeUndefined()
    await action(page, "Retirer", 1).click()
    await save(page)
  })

  test("a session that ended says so, with the way to log in again", async ({ page, context }) => {
    await context.clearCookies({ name: "session" })
    await choose(page, ["un.jpg"])
    await expect(page.getByRole("alert")).toContainText("Connectez-vous pour continuer")
    await expect(page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })).toHaveAttribute(
      "target",
      "_blank",
    )
  })
})

test("axe finds nothing, and a phone shows the pictures whole", async ({ page }) => {
  await choose(page, ["un.jpg", "deux.jpg"])
  await expectStored(page, 2)
  await expectAccessible(page)
  await expectFitsPhone(page)
})
