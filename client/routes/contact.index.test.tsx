import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import {
  comeBack,
  field,
  fillIn,
  findField,
  findToast,
  forgetKept,
  leave,
  send,
  sendButton,
  toasts,
} from "#client/testing/contact-form.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"

async function openContact(path = "/contact", given: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen(path, given)
  await findField("firstName")
  const stored = () =>
    opened.site.db
      .selectFrom("messages")
      .select(["firstName", "lastName", "email", "phone", "sector", "message", "state"])
      .orderBy("id")
      .execute()
  return { ...opened, stored }
}

const receipt = () => screen.queryByRole("heading", { name: "Votre demande est enregistrée" })

test("while a request is being sent the button says so and is disabled, and then the form is empty again", async () => {
  const { user, network, stored } = await openContact()
  const release = network.hold("messages.send")
  await send(user, { message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" })
  await within(screen.getByRole("main")).findByRole("button", { name: "Envoi en cours..." })
  expect(sendButton().disabled).toBe(true)
  release()
  await findToast("Message envoyé")
  expect(toasts()).toEqual([
    "Message envoyé",
    "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  ])
  await screen.findByRole("button", { name: "Envoyer la demande" })
  for (const name of ["firstName", "lastName", "email", "phone", "sector", "message"] as const)
    expect(field(name).value).toBe("")
  expect(location.pathname).toBe("/contact")
  expect(await stored()).toEqual([
    { ...contactFields, phone: null, state: "new", message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" },
  ])
})

test("a second, different request is stored beside the first", async () => {
  const { user, stored } = await openContact()
  await send(user)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  await send(user, { message: "Et aussi trois cents briques, s’il vous plaît." })
  const both = [contactFields.message, "Et aussi trois cents briques, s’il vous plaît."]
  await waitFor(async () => expect((await stored()).map(({ message }) => message)).toEqual(both))
})

test("the receipt has the focus, the reference and the way to the request's page", async () => {
  const { user, site } = await openContact()
  await send(user)
  await screen.findByRole("heading", { name: "Votre demande est enregistrée" })
  const { reference } = await site.db.selectFrom("messages").select("reference").executeTakeFirstOrThrow()
  expect(screen.getByText(reference ?? "").tagName).toBe("STRONG")
  expect(document.activeElement?.textContent).toContain(reference)
  expect(screen.getByRole("link", { name: "Suivre ma demande" }).getAttribute("href")).toMatch(/^\/demande\/[\w-]{22}$/)
  expect(screen.queryByRole("link", { name: "Continuer sur WhatsApp" })).toBeNull()
})

test("whoever leaves the form and comes back finds the receipt again", async () => {
  const { user } = await openContact()
  await send(user)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  await leave(user)
  expect(receipt()).toBeNull()
  await comeBack(user)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  expect(receipt()).toBeTruthy()
})

test("the reference is copied, or told to be noted where there is no clipboard", async () => {
  const { user, site } = await openContact()
  await send(user)
  const copied = vi.spyOn(navigator.clipboard, "writeText")
  await user.click(await screen.findByRole("button", { name: "Copier la référence" }))
  await screen.findByText("Référence copiée.")
  const { reference } = await site.db.selectFrom("messages").select("reference").executeTakeFirstOrThrow()
  expect(copied.mock.calls).toEqual([[reference]])
  copied.mockRejectedValue(new DOMException("Write permission denied.", "NotAllowedError"))
  await user.click(screen.getByRole("button", { name: "Copier la référence" }))
  await screen.findByText(`Notez\u2011la : ${reference}`)
})

test("the link is copied, and the list of this device's requests is near", async () => {
  const { user } = await openContact()
  await send(user)
  const copied = vi.spyOn(navigator.clipboard, "writeText")
  await user.click(await screen.findByRole("button", { name: "Copier le lien" }))
  await screen.findByText("Lien copié.")
  const path = screen.getByRole("link", { name: "Suivre ma demande" }).getAttribute("href")
  expect(copied.mock.calls).toEqual([[location.origin + path]])
  copied.mockRejectedValue(new DOMException("Write permission denied.", "NotAllowedError"))
  await user.click(screen.getByRole("button", { name: "Copier le lien" }))
  await screen.findByText(`Notez le lien : ${location.origin}${path}`)
  const main = within(screen.getByRole("main"))
  for (const name of ["Mes demandes", "Déjà une demande\u202f? Mes demandes"])
    expect(main.getByRole("link", { name }).getAttribute("href")).toBe("/mes-demandes")
})

test("a request goes on in WhatsApp with its reference and its text", async () => {
  const { entreprise } = defaultContent
  const { user, site } = await openContact("/contact", {
    fill: ({ db }) =>
      publishTestContent(db, "entreprise", {
        ...entreprise,
        contact: { ...entreprise.contact, whatsapp: "+243 811 222 333" },
      }),
  })
  await send(user)
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Continuer sur WhatsApp" })
  const { reference } = await site.db.selectFrom("messages").select("reference").executeTakeFirstOrThrow()
  const url = new URL(link.href)
  expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
  expect(url.searchParams.get("text")).toBe(
    `Bonjour, je vous ai envoyé la demande ${reference} sur votre site.\n\n${contactFields.message}`,
  )
})

test("a local telephone number gets its country code, also when Enter sends it", async () => {
  const { user, stored } = await openContact()
  await fillIn(user)
  await fill(user, field("phone"), "081 234 56 78")
  await user.keyboard("{Enter}")
  await findToast("Message envoyé")
  expect(await stored()).toMatchObject([{ phone: "+243812345678" }])
})

test("a telephone number stands in for the e-mail address", async () => {
  const { user, stored } = await openContact()
  await send(user, { email: "" })
  const main = within(screen.getByRole("main"))
  await main.findByText("Indiquez un e-mail ou un téléphone")
  await fill(user, field("phone"), "12")
  await user.click(sendButton())
  await main.findByText("Numéro de téléphone invalide, par exemple +243 812 345 678")
  await fill(user, field("phone"), "0900 000 111")
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(await stored()).toMatchObject([{ email: "", phone: "+243900000111" }])
})

test("a filled field for robots looks like success and is judged spam", async () => {
  const { user, stored } = await openContact()
  await fillIn(user)
  const trap = screen.getByLabelText<HTMLInputElement>("Ne pas remplir")
  expect(screen.queryByRole("textbox", { name: "Ne pas remplir" })).toBeNull()
  trap.value = "https://spam.example"
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(await stored()).toMatchObject([{ state: "spam" }])
})

test("a form about a project names it and its sector, and one about an unknown project is empty", async () => {
  const { open } = await openContact("/contact?projet=ecole-r-4", {
    fill: ({ db }) => createTestProject(db, { name: "École R+4", sector: "Ventes de matériaux" }),
  })
  expect(field("message").value).toBe(
    "Bonjour, je souhaite un devis pour un projet semblable à «\u00a0École R+4\u00a0».\n\n",
  )
  expect(field("sector").value).toBe("vente-materiaux")
  open("/contact?projet=inconnu")
  await findField("firstName")
  await expect.poll(() => field("message").value).toBe("")
})

test("forgetting takes the receipt with its link away, of which it warns", async () => {
  const { user } = await openContact()
  await send(user)
  await screen.findByRole("link", { name: "Suivre ma demande" })
  expect(textOf(screen.getByRole("main"))).toContain(
    "Le lien pour suivre la demande envoyée s’efface aussi : gardez-le ou notez sa référence avant.",
  )
  await forgetKept(user)
  expect(receipt()).toBeNull()
  expect(screen.queryByRole("button", { name: "Effacer de cet appareil" })).toBeNull()
})
