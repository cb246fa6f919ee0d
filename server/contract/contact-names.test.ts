import { expect, test } from "vitest"
import { ContactFields } from "./messages.ts"

const fields = {
  firstName: "Amina",
  lastName: "Kabongo",
  email: "amina@exemple.cd",
  sector: "construction",
  message: "Un devis pour une école, svp.",
}

test.each([
  "Gagnez sur https://gagnez.example",
  "WWW.gagnez.example",
  "gagnez.com",
  "Gagnez.COM vite",
  "exemple.cd",
  "bit.ly/3xYz",
  "ｇａｇｎｅｚ．ｃｏｍ",
  "gagnez。com",
  "gagnez\u200B.com",
  "amina@exemple.cd",
  "ftp://x",
  "Gagnez 5000 $",
  "Gagnez 500 €",
  "Vite !!!",
  "Appelez 081 234 56 78",
])("%s is neither a first nor a last name", (text) => {
  for (const [name, message] of [
    ["firstName", "Écrivez seulement votre prénom, sans adresse ni chiffres"],
    ["lastName", "Écrivez seulement votre nom, sans adresse ni chiffres"],
  ] as const) {
    const issues = ContactFields.safeParse({ ...fields, [name]: text }).error?.issues
    expect(issues).toMatchObject([{ path: [name], message }])
  }
})

test.each([
  "MUTOMBO KABONGO",
  "Jean-Pierre d’Alembert",
  "d'Alembert",
  "St. Louis",
  "J.-P.",
  "J.P. Mukendi",
  "Ets.Kabongo",
  "Mme.Ngalula",
  "M.Be",
  "Kabongo & fils",
  "Papa Wemba (Matete)",
  "Louis XIV",
  "Kabongo 2",
  "Nguyễn Thị Hồng",
  "محمد",
  "李小龍",
  "K".repeat(100),
])("%s is a name", (text) => {
  expect(ContactFields.safeParse({ ...fields, firstName: text, lastName: text }).success).toBe(true)
})
