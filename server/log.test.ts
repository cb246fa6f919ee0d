import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, test } from "vitest"

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
