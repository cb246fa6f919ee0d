import { expect, test } from "vitest"
import { splitQuote } from "./split-quote.ts"

const answer = "Jeudi me va.\n\nBéa"

const quotations = {
  "Gmail in French":
    "Le lun. 3 mars 2025 à 10:15, Groupe Lisanga <bureau@lisanga.example>\na écrit :\n\n> Jeudi ?\n>\n> --",
  "Gmail in English": "On Mon, Mar 3, 2025 at 10:15 AM Groupe Lisanga <\nbureau@lisanga.example> wrote:\n> Jeudi ?",
  "Apple Mail": "Le 3 mars 2025 à 10:15, Groupe Lisanga <bureau@lisanga.example> a écrit\u00a0:\n\nJeudi ?",
  "Outlook in French":
    "________________________________\nDe : Groupe Lisanga <bureau@lisanga.example>\nEnvoyé : lundi 3 mars 2025 10:15\nÀ : Béa\nObjet : Re: Votre demande\n\nJeudi ?",
  "Outlook in English": "From: Groupe Lisanga <bureau@lisanga.example>\nSent: Monday, March 3, 2025 10:15\n\nJeudi ?",
  "an old Outlook": "-----Message d'origine-----\nDe: Groupe Lisanga\nJeudi ?",
  "marked lines alone": "> Jeudi ?\n> Bien à vous",
}

test.each(Object.entries(quotations))("what %s quotes is parted from what is new", (_program, quoted) => {
  expect(splitQuote(`${answer}\n\n${quoted}\n`)).toEqual({ text: answer, quoted })
})

test("an answer beneath the quotation is found too", () => {
  const quoted = "Le 03/03/2025 à 10:15, Groupe Lisanga a écrit :\n> Jeudi ?\n> Bien à vous"
  expect(splitQuote(`${quoted}\n\n${answer}`)).toEqual({ text: answer, quoted })
})

test.each([
  "Le 3 mars 2025 à 10:15, X a écrit :\n> Jeudi ?\nOui\n> À dix heures ?\nNon",
  "Bonjour,\n\nLe plombier a écrit :\nil vient demain.",
  "De : Kinshasa\nà : Matadi",
  "________\nBéa",
  "> seulement une citation",
  "",
])("nothing is parted from %j", (mail) => {
  expect(splitQuote(mail)).toEqual({ text: mail, quoted: "" })
})

test.each(["Le 3\n", "________\n", "De :\n", "\n"])("a mail of many lines such as %j is read at once", (line) => {
  const mail = line.repeat(200_000 / line.length)
  const start = performance.now()
  splitQuote(mail)
  expect(performance.now() - start).toBeLessThan(2000)
})
