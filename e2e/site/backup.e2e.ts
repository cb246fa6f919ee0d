import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { startSite } from "#server/testing/start-site.ts"

const run = promisify(execFile)

/** Runs an operator's command on a data folder, as `npm run backup -- FILE`. */
function npmRun(dataDir: string, command: string, ...args: string[]) {
  return run("npm", ["run", "--silent", command, "--", ...args], { env: { ...process.env, DATA_DIR: dataDir } })
}

test("a backup made while the site runs opens in an empty folder with the same projects and pictures", async ({
  page,
  site,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "lisanga-backup-"))
  const [file, restored] = [join(folder, "site.backup"), join(folder, "restored")]
  await withDatabase(site, (db) => createTestProject(db, { name: "Bac de Maluku", sector: "Transport" }))
  await npmRun(site.dataDir, "backup", file)
  await npmRun(restored, "restore", file)
  {
    await using copy = await startSite({ dataDir: restored })
    await page.goto(`${copy.url}/transport`)
    await expect(page.getByRole("heading", { name: "Bac de Maluku" })).toBeVisible()
    const picture = page.locator("img[src^='/uploads/']").first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await rm(folder, { recursive: true })
})
