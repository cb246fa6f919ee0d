import { describe, expect, test } from "vitest"
import { formatPhoneNumber, parsePhoneNumber, searchedDigits } from "./phone-number.ts"

describe("a telephone number", () => {
  test.each([
    "+243812345678",
    "+243 81 234 56 78",
    "+243 081 234 56 78",
    "+2430812345678",
    "00243812345678",
    "00 243 81 234 56 78",
    "+00243812345678",
    "243812345678",
    "0243812345678",
    "243 0812345678",
    "+243 243 812345678",
    "0812345678",
    "0 812 345 678",
    "812345678",
    "+243 (0)81 234 56 78",
    "(+243) 812 345 678",
    "+243/812345678",
    "+243-81-234-56-78",
    "+243‑81–234—56−78",
    "081.234.56.78",
    "tel:+243812345678",
    "TEL:0812345678",
    "+243\u00a081\u202f234\u200956\u00a078",
    "\u202a+243 81 234 56 78\u202c",
    "\u2066+243812345678\u2069",
    "\u200e+243 81\u200b234\ufeff56 78\u200f",
    "\uff0b\uff12\uff14\uff13 812345678",
    "٠٨١٢٣٤٥٦٧٨",
  ])("%j is +243812345678", (text) => {
    expect(parsePhoneNumber(text)).toBe("+243812345678")
  })

  test.each([
    ["+242 06 612 34 56", "+242066123456"],
    ["+250 788 123 456", "+250788123456"],
    ["+33 6 12 34 56 78", "+33612345678"],
    ["+33 (0)6 12 34 56 78", "+33612345678"],
    ["0033 6 12 34 56 78", "+33612345678"],
    ["+32 470 12 34 56", "+32470123456"],
    ["+1 (416) 555-0123", "+14165550123"],
    ["+27 082 123 4567", "+27821234567"],
    ["+86 138 0013 8000", "+8613800138000"],
  ])("%s of another country is %s", (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number)
  })

  test.each([
    "",
    "123",
    "+243 12",
    "+243 81 234 56 789",
    "+243 5 12345678",
    "abcdefghi",
    "081O234567",
    "appelez 0812345678",
    "0812345678 ou 0991234567",
    "1-800-FLOWERS",
    "+243812345678;ext=12",
    "0".repeat(100_000),
  ])("%.30s is none", (text) => {
    expect(parsePhoneNumber(text)).toBeUndefined()
  })

  test("has the groups of its country, and an old one that is none stays as it is", () => {
    expect(formatPhoneNumber("+243812345678")).toBe("+243 812 345 678")
    expect(formatPhoneNumber("+33612345678")).toBe("+33 6 12 34 56 78")
    expect(formatPhoneNumber("bureau")).toBe("bureau")
  })

  test.each([
    ["081 234 56 78", "243812345678"],
    ["+243 081 23", "24381 23".replace(" ", "")],
    ["00243 81 234", "24381234"],
    ["0812 34 56", "8123456"],
    ["899 111", "899111"],
    ["0899", "899"],
  ])("is searched for by « %s »", (text, digits) => {
    expect(searchedDigits(text)).toBe(digits)
  })

  test.each(["maison 2026", "12", "044", "lis-7k3m-26"])("« %s » is none to search for", (text) => {
    expect(searchedDigits(text)).toBeUndefined()
  })
})
