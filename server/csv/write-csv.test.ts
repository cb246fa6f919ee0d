import { expect, test } from "vitest"
import { writeCsv } from "./write-csv.ts"

async function* chunks(...all: string[][][]) {
  yield* all
}

async function write(titles: string[], ...all: string[][][]) {
  return (await Array.fromAsync(writeCsv(titles, chunks(...all)))).join("")
}

test("a file has a byte order mark, semicolons, and the line ends of Windows", async () => {
  const text = await write(["Nom", "Prix, en $"], [["École", "1,5"]], [], [["", ""]])
  expect(text).toBe("\ufeffNom;Prix, en $\r\nÉcole;1,5\r\n;\r\n")
})

test("quotes surround separators, quotes and line ends", async () => {
  const text = await write(["a"], [["x;y"], ['dit "non"'], ["x\ny"], ["x\ry"], ["x\r\ny"]])
  expect(text).toBe('\ufeffa\r\n"x;y"\r\n"dit ""non"""\r\n"x\ny"\r\n"x\ry"\r\n"x\r\ny"\r\n')
})

test("no cell is a formula", async () => {
  expect(await write(["a"], [["=1+1"], ["\t=1"], ["＝1"]])).toBe("\ufeffa\r\n'=1+1\r\n'\t=1\r\n'＝1\r\n")
})

test("a chunk is read when its text is wanted, not before", async () => {
  let read = 0
  async function* counted() {
    for (; read < 1000; read += 1) yield [["a"]]
  }
  const text = writeCsv(["Nom"], counted())
  for (let part = 0; part < 3; part += 1) await text.next()
  expect(read).toBe(1)
})

test("a cell is no longer than Excel reads, and ends with a whole character", async () => {
  const [, row = ""] = await Array.fromAsync(writeCsv(["Texte"], [[[`${"x".repeat(32_764)}👍🏿`]]]))
  expect(row.trimEnd()).toBe(`${"x".repeat(32_764)}…`)
})
