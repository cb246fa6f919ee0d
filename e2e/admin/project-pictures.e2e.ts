import type { BrowserContext, Locator, Page, Route } from "@playwright/test"
import sharp from "sharp"
import { CHUNK_BYTES } from "#client/uploads/resumable-upload.ts"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
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

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(({ page }) => openNewProject(page))

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

test("pictures of a project are put in another order, taken away and added to", ON_POSTGRES, async ({ page }) => {
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

test(
  "several pictures are shown at once, sent one after the other with progress, and saved once they arrived",
  ON_POSTGRES,
  async ({ page }) => {
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
    await expect(projectForm(page).images).toHaveAccessibleDescription(
      /^JPG, PNG ou WebP\s: 12\simages au plus, 10\sMo et 50\smillions de pixels chacune\./,
    )
    await expect(page.getByText("0 sur 12, encore 12 places", { exact: true })).toBeVisible()
    const files = (["jpeg", "png", "webp"] as const).map((format) => makePicture({ name: `photo.${format}`, format }))
    await projectForm(page).images.setInputFiles(await Promise.all(files))
    await expect(pictures(page)).toHaveCount(3)
    await expect(page.getByText("3 sur 12, encore 9 places", { exact: true })).toBeVisible()
    expect((await sources(page)).every((source) => source?.startsWith("blob:"))).toBe(true)
    await expect(page.getByRole("progressbar", { name: "Envoi de l’image 1" })).toBeVisible()
    await expect(page.getByRole("progressbar", { name: "Envoi de l’image 2" })).toBeVisible()
    await expect(page.getByRole("progressbar", { name: "Envoi des images" })).toBeVisible()
    await expect(page.getByRole("main")).toContainText(/Envoi de 3 images sur 3\s: \d+\s%/)
    await expect(pictures(page).nth(1)).toContainText("En attente d’envoi")

    await fillProject(page, "Trois formats")
    await projectForm(page).add.click()
    await expect(page.getByRole("button", { name: "Envoi des images…", exact: true })).toBeVisible()
    await projectForm(page).address.fill("Ngiri-Ngiri")
    answered.resolve()
    await expect(page.getByRole("main").getByRole("status")).toContainText("Projet ajouté avec succès !")
    expect(most).toBe(1)
    const project = await storedProject(page, "Trois formats")
    expect(project?.address).toBe("Ngiri-Ngiri")
    expect(project?.project_images.map((name) => name.split(".").pop())).toEqual(["jpg", "png", "webp"])
    const { project_images: [first = ""] = [] } = project ?? {}
    expect(await (await page.request.get("/transport")).text()).toContain(`/uploads/${first}`)
  },
)

test("order, alternative texts and decorative pictures are chosen in the form and stored", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 })
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expectStored(page, 3)
  await expect(pictures(page).first()).toContainText(/\d+\sko/)
  const [one, two, three] = await sources(page)

  await test.step("buttons move a picture, keep the focus and announce its place", async () => {
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
  await test.step("dragging moves one", async () => {
    await pictures(page).nth(2).locator("[draggable=true]").dragTo(pictures(page).first())
    await expect.poll(() => sources(page)).toEqual([three, two, one])
  })
  await test.step("the alternative text is the project's name, or what one types, or empty", async () => {
    await fillProject(page, "Dépôt de Limete")
    for (const position of [1, 2, 3]) await expect(altText(page, position)).toHaveValue("Dépôt de Limete")
    await altText(page, 2).fill("Le quai de chargement")
    await page.getByLabel(/^Décorative\s: image 3$/).check()
    await expect(altText(page, 3)).toBeDisabled()
    await altText(page, 1).fill("")
    await altText(page, 1).blur()
    await expect(altText(page, 1)).toHaveValue("Dépôt de Limete")
  })
  await expectAccessible(page)
  await expectFitsPhone(page)
  await save(page)
  expect((await storedProject(page, "Dépôt de Limete"))?.image_alts).toEqual([
    "Dépôt de Limete",
    "Le quai de chargement",
    "",
  ])
})

/** As a drag from the desktop, or the clipboard, would bring it. */
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

test("files can be dropped anywhere on the page and pasted; the same one twice is taken once", async ({ page }) => {
  const dropped = await makePicture({ name: "lâchée.jpg" })
  await give(page, "drop", dropped)
  await give(page, "paste", await makePicture({ name: "collée.png", format: "png" }))
  await expectStored(page, 2)
  await projectForm(page).images.setInputFiles(dropped)
  await expect(page.getByRole("alert")).toContainText("Cette image est déjà dans la liste")
  await expect(pictures(page)).toHaveCount(2)
})

// Each limit is tested with the function that decides; this is what the form does with its decisions.
test("files beyond a limit are named at once and never sent, and the others are", async ({ page }) => {
  const sent: string[] = []
  page.on("request", (request) => /\/upload(s?)$/.test(request.url()) && sent.push(request.url()))
  const small = await makePicture({ name: "lourde.jpg" })
  await projectForm(page).images.setInputFiles([
    await makePicture({ name: "immense.jpg", width: 10_001, height: 5000 }),
    { ...small, buffer: Buffer.concat([small.buffer, Buffer.alloc(10 * 1024 * 1024)]) },
    { name: "animée.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") },
    { name: "devis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
    { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") },
    await makePicture({ name: "bonne.jpg" }),
  ])
  const alerts = page.getByRole("main")
  await expect(alerts).toContainText(/Image trop grande \(50 millions de pixels au maximum\)\s*immense\.jpg/)
  await expect(alerts).toContainText(/Image trop volumineuse \(10 Mo au maximum\)\s*lourde\.jpg/)
  await expect(alerts).toContainText(/Format d'image non pris en charge \(JPG, PNG ou WebP\)\s*devis\.pdf, animée\.gif/)
  await expect(alerts).toContainText(/HEIC illisible dans ce navigateur\s: enregistrez-la en JPG/)
  await expect(pictures(page).last()).toContainText("Envoyée")
  await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0)
  expect(sent).toHaveLength(1)

  await test.step("twelve are taken at most", async () => {
    const places = 12 - (await pictures(page).count())
    await choose(
      page,
      Array.from({ length: places + 1 }, (_, index) => `photo-${index}.jpg`),
    )
    await expect(pictures(page)).toHaveCount(12)
    await expect(page.getByText(/^12 sur 12\s: la liste est pleine$/)).toBeVisible()
    await expect(alerts).toContainText(new RegExp(`Trop d'images \\(12 au maximum\\)\\s*photo-${places}\\.jpg`))
  })
})

test("one that is being sent can be cancelled, and leaving stops the others", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route("**/upload", (route) => {
    sent.push(route.request().url())
    return answered.promise.then(() => route.continue()).catch(() => undefined)
  })
  await choose(page, ["un.jpg", "deux.jpg", "trois.jpg"])
  await expect.poll(() => sent.length).toBe(1)
  await action(page, "Annuler l’envoi", 1).click()
  await expect(pictures(page)).toHaveCount(2)
  await expect.poll(() => sent.length).toBe(2)
  await page.getByRole("link", { name: "Messages" }).click()
  await page.getByRole("button", { name: "Quitter sans enregistrer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  expect(sent).toHaveLength(2)
  answered.resolve()
})

/** Lets the time pass that the form waits between its attempts. */
function passPauses(page: Page, until: Locator) {
  return expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(until).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Breaks the connection at the part of that number, counted from 0; returns what reached the server. */
async function breakAtPart(page: Page, context: BrowserContext, broken: number) {
  const arrived: { offset: number; bytes: number }[] = []
  let parts = 0
  await page.route("**/api/uploads/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    parts += 1
    if (parts === broken + 1) {
      await context.setOffline(true)
      return route.abort("internetdisconnected")
    }
    const { "upload-offset": offset } = route.request().headers()
    arrived.push({ offset: Number(offset), bytes: route.request().postDataBuffer()?.length ?? 0 })
    return route.continue()
  })
  return arrived
}

test.describe("a connection that breaks in the middle of a picture", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test(
    "when it is back, the upload goes on by itself, and nothing is sent twice",
    ON_POSTGRES,
    async ({ page, context }) => {
      const picture = await makePicture({ name: "chantier.jpg", width: 1600, height: 1000, noisy: true })
      const size = picture.buffer.length
      const arrived = await breakAtPart(page, context, 2)
      await projectForm(page).images.setInputFiles([picture, await makePicture({ name: "petite.jpg" })])
      await expect(pictures(page).first()).toContainText("Connexion perdue, l’envoi reprendra")
      await expect(page.getByRole("main")).toContainText(/Envoi de 2 images sur 2\s: \d+\s%/)
      const bar = page.getByRole("progressbar", { name: "Envoi de l’image 1" })
      await expect(bar).toHaveJSProperty("value", (2 * CHUNK_BYTES) / size)
      expect(arrived.map(({ offset }) => offset)).toEqual([0, CHUNK_BYTES])
      await expectAccessible(page)
      await expectFitsPhone(page)

      await context.setOffline(false)
      await expectStored(page, 2)
      await expect(page.getByText("Les images sont envoyées.")).toBeAttached()
      expect(arrived.map(({ offset }) => offset)).toEqual(arrived.map((_, index) => index * CHUNK_BYTES))
      expect(arrived.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size)
      await fillProject(page, "Repris")
      await save(page)
      const { project_images: [name = ""] = [] } = (await storedProject(page, "Repris")) ?? {}
      const stored = sharp(await (await page.request.get(`/uploads/${name}`)).body())
      expect(await stored.metadata()).toMatchObject({ width: 1600, height: 1000 })
    },
  )

  test("where it stays away, « Réessayer » goes on from the same place", async ({ page }) => {
    await page.clock.install()
    const picture = await makePicture({ name: "chantier.jpg", width: 1600, height: 1000, noisy: true })
    const offsets: string[] = []
    let isBroken = true
    await page.route("**/api/uploads/*", (route) => {
      const { "upload-offset": offset } = route.request().headers()
      if (isBroken && offset !== "0") return route.abort("connectionreset")
      if (offset) offsets.push(offset)
      return route.continue()
    })
    await projectForm(page).images.setInputFiles(picture)
    await expect(pictures(page)).toContainText(/Reprise dans \d+\ss/)
    await passPauses(page, page.getByRole("alert").getByText("chantier.jpg"))
    await expect(pictures(page)).toContainText("Non envoyée")
    await expect(page.getByRole("progressbar")).toHaveCount(0)
    isBroken = false
    await action(page, "Réessayer", 1).click()
    await expectStored(page, 1)
    expect(offsets.map(Number)).toEqual(offsets.map((_, index) => index * CHUNK_BYTES))
  })

  test("a picture that is removed meanwhile is cancelled on the server", async ({ page }) => {
    await page.route("**/api/uploads/*", (route) => {
      const { "upload-offset": offset = "0" } = route.request().headers()
      return offset === "0" ? route.continue() : route.abort("connectionreset")
    })
    const picture = await makePicture({ name: "chantier.jpg", width: 1600, height: 1000, noisy: true })
    await projectForm(page).images.setInputFiles(picture)
    await expect(pictures(page)).toContainText(/Reprise dans \d+\ss/)
    const cancelled = page.waitForResponse((response) => response.request().method() === "DELETE")
    await action(page, "Annuler l’envoi", 1).click()
    expect((await cancelled).status()).toBe(204)
    await expect(pictures(page)).toHaveCount(0)
  })
})

test.describe("a picture that does not arrive", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures: { answer: (route: Route) => Promise<void>; text: string }[] = [
    {
      answer: (route) =>
        route.fulfill({
          status: 507,
          json: { success: false, message: "Espace disque insuffisant, réessayez plus tard" },
        }),
      text: "Espace disque insuffisant, réessayez plus tard",
    },
    {
      answer: (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
      text: "Erreur lors du téléchargement des images",
    },
    {
      answer: (route) => route.abort("connectionreset"),
      text: "Erreur de réseau lors du téléchargement",
    },
  ]

  test.beforeEach(({ page }) => page.clock.install())

  test("a red banner says why and names the files, which can be sent again one by one or together", async ({
    page,
  }) => {
    for (const [index, { answer, text }] of failures.entries()) {
      await page.unrouteAll()
      await page.route("**/upload", answer)
      if (index === 0) await choose(page, ["perdue.jpg"])
      else await action(page, "Réessayer", 1).click()
      await passPauses(page, page.getByRole("alert").getByText(text, { exact: true }))
      await expect(page.getByRole("alert")).toContainText("perdue.jpg")
      await expect(pictures(page)).toContainText("Non envoyée")
    }
    await choose(page, ["autre.jpg"])
    await passPauses(page, page.getByRole("alert").getByText("perdue.jpg, autre.jpg"))
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer l’envoi" }).click()
    await expectStored(page, 2)
    await expect(page.getByRole("alert")).toHaveCount(0)
  })

  test("a picture that the server cannot read is named, and is not offered again", async ({ page }) => {
    const { buffer } = await makePicture({ name: "x" })
    const broken = Buffer.concat([buffer.subarray(0, 200), Buffer.from("perdu")])
    await projectForm(page).images.setInputFiles({ name: "abîmée.jpg", mimeType: "image/jpeg", buffer: broken })
    await expect(page.getByRole("alert")).toContainText("abîmée.jpg")
    await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0)
  })

  test("saving waits until the picture is sent or removed", async ({ page }) => {
    await page.route("**/upload", (route) => route.abort("connectionreset"))
    await choose(page, ["perdue.jpg"])
    await fillProject(page, "En suspens")
    await projectForm(page).add.click()
    await expect(pictures(page)).toContainText("Reprise dans")
    expect(await storedProject(page, "En suspens")).toBeUndefined()
    await passPauses(page, page.getByRole("alert").getByText("Des images n’ont pas été envoyées"))
    expect(await storedProject(page, "En suspens")).toBeUndefined()
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
