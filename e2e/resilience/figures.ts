import { afterAll } from "vitest"
import { describeMachine } from "#e2e/figures/machine.ts"
import type { Cell } from "#e2e/figures/tables.ts"
import { keepResult } from "./results.ts"

/** What a part's tests find, as one table, which the run prints and records. */
export function figuresOf(part: string, title: string) {
  const rows: Cell[][] = []
  const machine = describeMachine()
  const start = performance.now()
  afterAll(() => {
    const table = { title, note: `\`npm run test:hard -- ${part}\``, columns: ["what", "figure", "asked"], rows }
    keepResult(part, { date: new Date().toISOString().slice(0, 10), machine, table })
  })
  const tell = (what: string) =>
    process.stderr.write(`${part} (${Math.round((performance.now() - start) / 1000)} s): ${what}\n`)
  return {
    /** Tells how far the part is: some of them take minutes. */
    step: tell,
    /** One figure, and what it has to be where that is asked. */
    add(what: string, figure: number | string, asked = "") {
      rows.push([what, figure, asked])
      tell(`${what}: ${typeof figure === "number" ? Math.round(figure * 1000) / 1000 : figure}`)
    },
  }
}
