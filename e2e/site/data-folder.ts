import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A data folder that outlives its servers, and goes with the test. */
export async function keptFolder() {
  const path = await mkdtemp(join(tmpdir(), "lisanga-kept-"))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
