import { expect, test } from "vitest"
import type { Message } from "#server/contract/messages.ts"
import { mailtoUrl, whatsappUrl } from "./opening-links.ts"

const message = {
  firstName: "Amina",
  email: "amina+devis@exemple.cd",
  reference: "LIS-42",
  sector: "construction",
} as unknown as Message

test("one's own mail program opens with the address, the subject and a greeting", () => {
  const url = new URL(mailtoUrl(message))
  expect(url.protocol).toBe("mailto:")
  expect(decodeURIComponent(url.pathname)).toBe("amina+devis@exemple.cd")
  expect(url.pathname).not.toContain("+")
  expect(url.searchParams.get("subject")).toBe("Votre demande LIS-42\u00a0: Construction")
  expect(url.searchParams.get("body")).toMatch(/^Bonjour Amina,\r\n\r\n.*LIS-42/)
})

test("WhatsApp opens with what was typed, or else a greeting", () => {
  const typed = new URL(whatsappUrl("+243 811 222 333", message, " À jeudi & merci "))
  expect(typed.pathname).toBe("/243811222333")
  expect(typed.searchParams.get("text")).toBe("À jeudi & merci")
  expect(new URL(whatsappUrl("+243 811 222 333", message, " ")).searchParams.get("text")).toMatch(/^Bonjour Amina/)
})
