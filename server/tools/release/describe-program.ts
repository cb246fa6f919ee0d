// Usage: node server/tools/release/describe-program.ts PACKAGE.JSON
// Names the commit in a copy of package.json, and leaves the scripts that run where only the built site is.
import { readFileSync, writeFileSync } from "node:fs"
import { commit } from "#server/program.ts"

const [path = ""] = process.argv.slice(2)
const { scripts, ...described } = JSON.parse(readFileSync(path, "utf8"))
const kept = Object.entries<string>(scripts).filter(([, script]) => /tools\/start\.sh|cli\/run\.ts/.test(script))
const program = { ...described, gitHead: commit ?? undefined, scripts: Object.fromEntries(kept) }
writeFileSync(path, JSON.stringify(program, undefined, 2))
