import { expect, test } from "vitest"
import { emailAddress } from "./email-address.ts"
import { shownEmail } from "./shown-email.ts"

const Email = emailAddress("requis", "Email invalide")

test.each([
  ["jean@société.cd", "jean@xn--socit-esab.cd"],
  ["Jean@SOCIÉTÉ.cd", "Jean@xn--socit-esab.cd"],
  ["jean@socie\u0301te\u0301.cd", "jean@xn--socit-esab.cd"],
  ["a&b@exemple.cd", "a&b@exemple.cd"],
  ["o'neil+devis@exemple.cd", "o'neil+devis@exemple.cd"],
  ["atelier@lisanga.photography", "atelier@lisanga.photography"],
  ["atelier@lisanga.xn--p1ai", "atelier@lisanga.xn--p1ai"],
  ["JEAN@EXEMPLE.CD", "JEAN@EXEMPLE.CD"],
  [" \u00a0jean@exemple.cd\u200b ", "jean@exemple.cd"],
  ["\u202ajean@exemple.cd\u202c", "jean@exemple.cd"],
  ["<jean@exemple.cd>", "jean@exemple.cd"],
  ["mailto:jean@exemple.cd", "jean@exemple.cd"],
  ["<mailto:jean@exemple.cd?subject=Devis>", "jean@exemple.cd"],
])("%j is kept as %s", (text, address) => {
  expect(Email.parse(text)).toBe(address)
})

test.each([
  ["jean", "Email invalide"],
  ["jean@", "Email invalide"],
  ["jean@exemple", "Email invalide"],
  ["jean@exemple.c", "Email invalide"],
  ["jean@-exemple.cd", "Email invalide"],
  ["jean..ilunga@exemple.cd", "Email invalide"],
  ["jean@exemple.cd\r\nBcc: b@exemple.cd", "Email invalide"],
  ["jean@soc/été.cd", "Email invalide"],
  [`${"x".repeat(65)}@exemple.cd`, "Email invalide"],
  ["é".repeat(300), "Email invalide"],
  ["josé@exemple.cd", "Email invalide\u00a0: pas d’accent avant le signe @"],
  ["jean ilunga@exemple.cd", "Email invalide\u00a0: une adresse n’a pas d’espace"],
  ["jean@exemple.cd, b@exemple.cd", "Email invalide\u00a0: écrivez une seule adresse, sans virgule"],
  ["jean@exemple.cd b@exemple.cd", "Email invalide\u00a0: écrivez une seule adresse, sans virgule"],
  ["jean@@exemple.cd", "Email invalide\u00a0: un seul signe @"],
  ["jean@exemple,cd", "Email invalide\u00a0: écrivez une seule adresse, sans virgule"],
])("%j is refused: %s", (text, message) => {
  expect(Email.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test("an address is shown with the accents of its domain", () => {
  expect(shownEmail("jean@xn--socit-esab.cd")).toBe("jean@société.cd")
  expect(shownEmail("jean@exemple.cd")).toBe("jean@exemple.cd")
  expect(shownEmail("jean@xn--\u0000.cd")).toBe("jean@xn--\u0000.cd")
})
