import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "#server/database/connect.ts"
import { createVariants } from "#server/images/variants.ts"
import { createLog } from "#server/log.ts"
import { makeProject } from "./make.ts"
import { makeForm, makePicture } from "./make-picture.ts"
import { runCommand } from "./run-command.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

/** A folder of the test's own. */
export function makeFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "lisanga-site-"))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** The site running on a data folder of its own, as commands find it. */
export async function startSiteIn(dataDir: string) {
  const db = await connect(dataDir)
  const uploads = join(dataDir, "uploads")
  const variants = createVariants({ uploads, folder: join(dataDir, "variants"), log: createLog("silent", () => {}) })
  const site = await startApp({ db, uploads, variants })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    dataDir,
    headers,
    /** Uploads a picture, and answers its name. */
    async upload(): Promise<string> {
      const body = makeForm({ images: await makePicture() })
      const response = await site.request("/upload", { method: "POST", body, headers })
      return ((await response.json()) as { filenames: string[] }).filenames[0] ?? ""
    },
    /** Runs `npm run name -- words` beside it. */
    run: (name: string, ...words: string[]) => runCommand(name, words, { environment: { DATA_DIR: dataDir } }),
  }
}

/** A stopped site whose one project bears the given name and shows one picture. */
export async function makeSiteIn(dataDir: string, name: string): Promise<void> {
  await using site = await startSiteIn(dataDir)
  await makeProject(site.db, { name, images: [{ name: await site.upload(), alt: "Vue" }] })
}
