import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"

/** Logs 40 MB, and tells on stderr by how many bytes its memory has grown. */
const program = `
  import { setImmediate } from "node:timers/promises"
  import { createLog } from "#server/log.ts"
  const log = createLog("info")
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = used()
  for (let line = 0; line < 40_000; line += 1) {
    log.info({ text: "x".repeat(1000) }, "line")
    if (line % 100 === 0) await setImmediate()
  }
  gc()
  console.error(used() - before)
  setInterval(() => {}, 1000)
`

test("lines that nobody takes do not fill the memory", { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", program])
  try {
    // Its stdout is never read.
    const [grown] = await once(child.stderr.setEncoding("utf8"), "data")
    expect(Number(grown)).toBeGreaterThan(1_000_000)
    expect(Number(grown)).toBeLessThan(8_000_000)
  } finally {
    child.kill("SIGKILL")
  }
})

/** Logs more than a pipe holds, and then a line whose turn comes during that write. */
const late = `
  import { setTimeout } from "node:timers/promises"
  import { createLog } from "#server/log.ts"
  const log = createLog("info")
  log.info({ text: "x".repeat(400_000) }, "long")
  await setTimeout(100)
  log.info("last")
  await setTimeout(100)
  console.error("logged")
  setInterval(() => {}, 1000)
`

test("a line that came during a write does not wait for another", { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", late])
  // A test that is timed out would not come to its end.
  onTestFinished(() => void child.kill("SIGKILL"))
  await once(child.stderr, "data")
  let printed = ""
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    printed += chunk
    if (printed.includes('"last"')) break
  }
  expect(printed.trimEnd().split("\n")).toHaveLength(2)
})
