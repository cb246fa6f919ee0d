import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "#server/database/connect.ts"
import { createTestProject } from "./fixtures.ts"
import { createForm, createImageFile } from "./image-files.ts"
import { publishTestContent } from "./publish-test-content.ts"
import { runCommand } from "./run-command.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

/** Creates a temporary folder, which is deleted at its disposal. */
export function createTemporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "lisanga-site-"))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts a site on that data folder, for tests of commands. */
export async function startSite(dataDir: string) {
  const db = await connect(dataDir)
  const site = await startApp({ db, dataDir })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    dataDir,
    headers,
    /** Uploads an image and returns its name. */
    async upload(): Promise<string> {
      const body = createForm({ images: await createImageFile() })
      const response = await site.request("/upload", { method: "POST", body, headers })
      return ((await response.json()) as { filenames: string[] }).filenames[0] ?? ""
    },
    /** Runs `npm run name -- args` while the site runs. */
    run: (name: string, ...args: string[]) => runCommand(name, args, { environment: { DATA_DIR: dataDir } }),
  }
}

/** Creates a stopped site with a project of that name with one image, and an announcement of that text. */
export async function createSite(dataDir: string, name: string): Promise<void> {
  await using site = await startSite(dataDir)
  await createTestProject(site.db, { name, images: [{ name: await site.upload(), alt: "Vue" }] })
  await publishTestContent(site.db, "annonce", { text: name, href: "", from: "", until: "" })
}
