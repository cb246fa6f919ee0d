import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Creates a data folder that outlives its servers and is removed with the test. */
export async function temporaryDataFolder() {
  const path = await mkdtemp(join(tmpdir(), "lisanga-data-"))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
