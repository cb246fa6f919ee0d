import { expect, test } from "vitest"
import { countRequests } from "#server/http/metrics-requests.ts"
import { pathsUnder, readSource } from "./source-files.ts"

// What an operator reads in the night has to be the whole of it.
const page = readSource("docs/operations.md")
const sources = pathsUnder("server")
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("server/testing/"))
  .map(readSource)

function found(pattern: RegExp): string[] {
  return [
    ...new Set(sources.flatMap((source) => Array.from(source.matchAll(pattern), ([, ...parts]) => parts.join(" ")))),
  ]
}

test("every event that the log may hold is explained, at its level", () => {
  const events = found(/\blog\.(debug|info|warn|error)\("([^"]+)"/g)
  expect(events.length).toBeGreaterThan(8)
  const explained = (event: string) => {
    const [level, ...name] = event.split(" ")
    return page.includes(`| \`${name.join(" ")}\` | ${level} |`)
  }
  expect(events.filter((event) => !explained(event))).toEqual([])
})

test("every metric is explained", () => {
  const names = found(/\["((?:process|nodejs|lisanga)_\w+)"/g)
  expect(names.length).toBeGreaterThan(12)
  const requests = countRequests()
  requests.count("GET", "/", 200, 1)
  const measured = requests.lines()[1]?.split(" ")[2] ?? ""
  expect([...names, measured].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test("every setting and every command is in the README", () => {
  const readme = readSource("README.md")
  const settings = Array.from(
    readSource("server/settings.ts").matchAll(/^ {2}([A-Z_]+): \[/gm),
    ([, name]) => name ?? "",
  )
  expect(settings).toContain("METRICS_TOKEN")
  expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  const commands = pathsUnder("server/commands").flatMap((path) => /(\w+)\.test\.ts$/.exec(path)?.[1] ?? [])
  expect([...commands, "backup", "restore"].filter((name) => !readme.includes(`npm run ${name}`))).toEqual([])
})

test("a service manager is told to run what `npm start` runs", () => {
  const { scripts } = JSON.parse(readSource("package.json")) as { scripts: { start: string } }
  const [, node = "none"] = /^exec node (.+)$/.exec(scripts.start) ?? []
  expect(page).toContain(`/node_modules/.bin/node ${node}\n`)
})
