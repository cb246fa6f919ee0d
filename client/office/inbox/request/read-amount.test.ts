import { expect, test } from "vitest"
import { readAmount } from "./read-amount.ts"

test.each([
  ["", null],
  ["0", 0],
  ["12500", 12_500],
  ["12.500", 12_500],
  ["1.250.000", 1_250_000],
  ["12 500", 12_500],
  [" 12\u202f500\u00a0$US ", 12_500],
  ["1 250 000 USD", 1_250_000],
  ["$12 500", 12_500],
  ["-5", -5],
])("« %s » is the amount %j", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test.each([
  "12500.555",
  "12.50",
  "12,5",
  "1.2500",
  "1.250.00",
  "12 50",
  "0.500",
  "1.250 000",
  "1e3",
  "0x10",
  "$",
  "douze",
])("« %s » is no amount", (typed) => {
  expect(readAmount(typed)).toBeNaN()
})
