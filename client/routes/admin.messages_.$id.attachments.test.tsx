import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { press } from "#client/testing/press.ts"
import { answerField, findEntry, findOutcome, findRequest, sendButton } from "#client/testing/request.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"

const email = "amina@exemple.cd"

const pdf = (name: string) => new File(["%PDF-1.7\ndevis\n%%EOF\n"], name, { type: "application/pdf" })

/** The form of the answer; `chosen` lists the files that it would send. */
async function openAnswer() {
  const opened = await openScreenWithMails("/admin/messages/1", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db, { email }),
  })
  await findRequest()
  const form = () => within(screen.getByRole("region", { name: "Répondre par e-mail" }))
  return {
    ...opened,
    form,
    choose: (...files: File[]) =>
      opened.user.setup({ applyAccept: false }).upload(form().getByLabelText("Joindre un PDF ou une image"), files),
    chosen: () =>
      form()
        .queryAllByRole("button", { name: /^Retirer / })
        .map((button) => button.getAttribute("aria-label")),
  }
}

test("a quote is attached, leaves with the answer, and stays with it as a link", async () => {
  const { user, choose, chosen, mailsTo } = await openAnswer()
  await choose(pdf("devis.pdf"))
  await waitFor(() => expect(chosen()).toEqual(["Retirer devis.pdf"]))
  await fill(user, answerField(), "Voici notre devis.")
  await press(user, sendButton)
  await findOutcome("Réponse enregistrée : l’e-mail part dans un instant.")
  expect(chosen()).toEqual([])
  const entry = await findEntry("Voici notre devis.")
  const link = within(entry).getByRole("link", { name: /^devis\.pdf/ })
  expect(link.getAttribute("href")).toMatch(/^\/api\/admin\/message-attachments\/\d+$/)
  await waitFor(() => expect(mailsTo(email).map(({ text }) => text)).toEqual([expect.stringContaining("devis.pdf")]))
})

test("what is no PDF and no picture is refused by name, beside what was accepted", async () => {
  const { user, form, choose, chosen } = await openAnswer()
  await choose(new File(["Bonjour"], "lettre.docx"), pdf("devis.pdf"))
  await waitFor(() => expect(chosen()).toEqual(["Retirer devis.pdf"]))
  expect(textOf(form().getByRole("alert"))).toContain("lettre.docx : Ce fichier n’est ni un PDF ni une image")
  await user.click(form().getByRole("button", { name: "Retirer devis.pdf" }))
  expect(chosen()).toEqual([])
})

test("six files are one too many", async () => {
  const { form, choose, chosen } = await openAnswer()
  await choose(...[1, 2, 3, 4, 5, 6].map((number) => pdf(`devis-${number}.pdf`)))
  await waitFor(() => expect(chosen()).toHaveLength(5))
  await waitFor(() => expect(textOf(form().getByRole("alert"))).toMatch(/^5 pièces jointes au plus/))
  expect(form().queryByLabelText("Joindre un PDF ou une image")).toBeNull()
})

test("without a network a file is refused, and the text stays; after a reload both are there again", async () => {
  const { user, form, network, choose, chosen, open } = await openAnswer()
  await fill(user, answerField(), "Voici notre devis.")
  const end = network.answer("message-attachments", noConnection)
  await choose(pdf("devis.pdf"))
  await waitFor(() => expect(textOf(form().getByRole("alert"))).toContain("devis.pdf"))
  end()
  await choose(pdf("devis.pdf"))
  await waitFor(() => expect(chosen()).toEqual(["Retirer devis.pdf"]))
  open("/admin/messages/1")
  await findRequest()
  await waitFor(() => expect(chosen()).toEqual(["Retirer devis.pdf"]))
  expect(answerField().value).toBe("Voici notre devis.")
})
