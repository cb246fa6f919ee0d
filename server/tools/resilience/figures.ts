import { afterAll } from "vitest"
import { describeMachine } from "#server/tools/figures/machine.ts"
import type { Cell } from "#server/tools/figures/tables.ts"
import { saveResult } from "./results.ts"

/** Collects the figures of a part's tests in one table, which the run prints and records. */
export function figuresOf(part: string, title: string) {
  const rows: Cell[][] = []
  const machine = describeMachine()
  const start = performance.now()
  afterAll(() => {
    const table = { title, note: `\`npm run test:resilience -- ${part}\``, columns: ["what", "figure", "limit"], rows }
    saveResult(part, { date: new Date().toISOString().slice(0, 10), machine, tables: [table] })
  })
  const print = (what: string) =>
    process.stderr.write(`${part} (${Math.round((performance.now() - start) / 1000)} s): ${what}\n`)
  return {
    /** Prints progress, since some parts take minutes. */
    step: print,
    /** Adds one figure, and its limit where there is one. */
    add(what: string, figure: number | string, limit = "") {
      rows.push([what, figure, limit])
      print(`${what}: ${typeof figure === "number" ? Math.round(figure * 1000) / 1000 : figure}`)
    },
  }
}
