// Usage: npm run bench -- [load growth instances memory weight lighthouse] [--rounds N] [--quick] [--record]
import { parseArgs } from "node:util"
import { describeMachine } from "#server/tools/figures/machine.ts"
import type { BenchOptions } from "./bench-options.ts"
import { measureGrowth } from "./growth.ts"
import { measureInstances } from "./instances.ts"
import { measureLighthouse } from "./lighthouse.ts"
import { measureLoad } from "./load.ts"
import { measureMemory } from "./memory.ts"
import { recordResult, type Section, saveResult } from "./results.ts"
import { measureWeight } from "./weight.ts"

const sections: Section[] = [
  { name: "load", title: "Load", measure: measureLoad },
  { name: "growth", title: "Growth", measure: measureGrowth },
  { name: "instances", title: "Instances", measure: measureInstances },
  { name: "memory", title: "Start and memory", measure: measureMemory },
  { name: "weight", title: "Page weight", measure: measureWeight },
  { name: "lighthouse", title: "Lighthouse", measure: measureLighthouse },
]

const usage = `npm run bench -- [section…] [options]

Measures a production start of its own, on a temporary database. Without a section, all of them:
  load        requests per second, with and without the fast path, relative to constant bodies
  growth      what each costs with 100, 1,000, 10,000 and 100,000 projects and messages, on both engines
  instances   one, two and three instances on PostgreSQL: requests per second, connections, memory
  memory      a second npm start; memory at rest, under load and after it
  weight      what a browser receives of every public page, first and second visit, and of five that are read
  lighthouse  Lighthouse's mobile scores of every public page

  --rounds N  how often each is measured; medians are shown (5; Lighthouse 3)
  --quick     a short run that shows whether everything works
  --record    writes the results into docs/figures.json
  --help

Tables are printed, and written to bench-results/ as Markdown and JSON.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

// `process.exit` also stops servers and browsers, which a signal alone would leave running.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130))

await run()

async function run() {
  if (values.help) return console.log(usage)
  const unknown = positionals.filter((name) => !sections.some((section) => section.name === name))
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  const mistaken = rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds > 0)
  if (unknown.length > 0 || mistaken || (values.quick && values.record)) {
    console.error(usage)
    process.exit(2)
  }
  const machine = describeMachine()
  for (const section of sections) {
    if (positionals.length > 0 && !positionals.includes(section.name)) continue
    const options = optionsOf(section, values.quick, rounds)
    console.log(`${saveResult(section, options, machine, await section.measure(options))}\n`)
    if (values.record) recordResult(section, options)
  }
}

function optionsOf({ name }: Section, quick: boolean, rounds: number | undefined): BenchOptions {
  const usual = quick ? 1 : name === "lighthouse" ? 3 : 5
  return { rounds: rounds ?? usual, seconds: quick ? 2 : 5, quick }
}
