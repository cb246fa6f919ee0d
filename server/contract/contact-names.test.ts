import { expect, test } from "vitest"
import { ContactFields } from "./messages.ts"

const fields = {
  firstName: "Amina",
  lastName: "Kabongo",
  email: "amina@exemple.cd",
  sector: "construction",
  message: "Un devis pour une école, svp.",
}

/** Fails unless the text is rejected as a first and as a last name, for one reason. */
function expectRejected(text: string, reason: string) {
  for (const [name, only] of [
    ["firstName", "Écrivez seulement votre prénom"],
    ["lastName", "Écrivez seulement votre nom"],
  ] as const) {
    const issues = ContactFields.safeParse({ ...fields, [name]: text }).error?.issues
    expect(issues).toMatchObject([{ path: [name], message: `${only}, ${reason}` }])
  }
}

test.each([
  "Gagnez sur https://gagnez.example",
  "Gagnez sur bit.ly",
  "WWW.gagnez.example",
  "gagnez.com",
  "Gagnez.COM vite",
  "exemple.cd",
  "evil.me",
  "gagnez evil.co",
  "(evil.xyz)",
  "a-evil.co",
  "4u.co",
  "ev-il.me",
  "gagne\u0338z.me",
  "x.com",
  "t.me/evil",
  "bit.ly/3xYz",
  "Kabongo.Mukendi",
  "ets.com",
  "ｇａｇｎｅｚ．ｃｏｍ",
  "gagnez。com",
  "gagnez\u200B.com",
  "amina@exemple.cd",
  "ftp://x",
])("%s is no name, but an address", (text) => {
  expectRejected(text, "sans e-mail ni adresse de site (après un point, mettez une espace)")
})

test.each(["Gagnez 5000 $", "Gagnez 500 €", "Vite !!!"])("%s is no name, but an amount or an exclamation", (text) =>
  expectRejected(text, "sans montant ni «\u00a0!!\u00a0»"),
)

test.each([
  "GAGNEZ UN IPHONE GRATUIT CLIQUEZ ICI",
  "GAGNEZ UN IPHONE GRATUIT CLIQUEZ ici",
  "gagnez,un,iphone,gratuit,cliquez,ici,vite",
  "Gagnez un iphone gratuit en cliquant ici",
])("%s is no name, but too long or loud", (text) => {
  expectRejected(text, "en six mots au plus, dont quatre au plus en majuscules")
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
  "J.P.Mukendi",
  "J-P.Mukendi",
  "M.Ga",
  "J.App",
  "Dr.Mukendi",
  "Pst.Kabongo",
  "MUTOMBO-KABONGO WA NGOY MBUYI",
  "Marie-Claire Tshiala wa ba Mutombo Kabongo",
  "J. P. M. K. L. M.",
  "K".repeat(100),
  "Kabongo 20261127",
])("%s is a name", (text) => {
  expect(ContactFields.safeParse({ ...fields, firstName: text, lastName: text }).success).toBe(true)
})
