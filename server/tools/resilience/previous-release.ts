import { execFileSync } from "node:child_process"
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

type Release = { path: string; commit: string } & Disposable

/** Builds the program as it was before its newest migration, in a temporary folder. */
export function buildPreviousRelease(): Release {
  const commit = git("log", "-1", "--diff-filter=A", "--format=%H^", "--", "server/database/migrations/0*.ts")
  return buildRelease(commit.toString().trim())
}

/** Builds the committed program with other scripts, whose names differ, as those of any release do. */
export function buildOtherScripts(): Release {
  return buildRelease("HEAD", changeScripts)
}

/** Builds the committed program with one migration more, and other scripts, as the next release. */
export function buildNextRelease(): Release {
  return buildRelease("HEAD", (folder) => {
    changeScripts(folder)
    const file = join(folder, "server/database/migrate.ts")
    const migration = `"9999-next": { up: async (db) => { await db.schema.alterTable("projects").addColumn("next", "text").execute() } },`
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/(?=\n}\n\n\/\*\* The first and the last)/, `\n  ${migration}`),
    )
  })
}

function changeScripts(folder: string) {
  const file = join(folder, "client/app/failure-texts.ts")
  writeFileSync(file, readFileSync(file, "utf8").replace(/Erreur serveur/g, "Erreur du serveur"))
}

function buildRelease(commit: string, change: (folder: string) => void = () => {}): Release {
  const folder = createTemporaryFolder()
  execFileSync("tar", ["-x", "-C", folder.path], { input: git("archive", commit) })
  change(folder.path)
  // With another lockfile, the build installs its own packages.
  if (lockfileOf(folder.path) === lockfileOf(root)) {
    symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"))
  }
  execFileSync(process.execPath, ["server/tools/prepare.mjs", "build"], { cwd: folder.path, stdio: "ignore" })
  return { commit, path: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

function git(...args: string[]): Buffer {
  return execFileSync("git", args, { cwd: root, maxBuffer: 1_000_000_000 })
}

function lockfileOf(folder: string): string {
  return readFileSync(join(folder, "package-lock.json"), "utf8")
}
