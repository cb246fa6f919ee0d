import { spawnSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type TestContext, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { gauges } from "#server/domains.ts"
import { createMetrics } from "#server/http/metrics.ts"
import { programFolder } from "#server/program.ts"
import { CERTIFICATE_DAYS_MIN } from "#server/reports/certificate.ts"
import { BACKUP_AGE_MAX_MS, DISK_FREE_MIN_BYTES, MAIL_AGE_MAX_MS } from "#server/reports/needs.ts"
import { commandsFor } from "#server/reports/operator-mail.ts"
import { readSource } from "./source-files.ts"
import { createTemporaryFolder } from "./test-site.ts"

const FOLDER = "docs/deploy/monitoring"

/** Each rule by its name; the file has one line for its expression. */
const rules = new Map(
  Array.from(
    readSource(`${FOLDER}/alerts.yml`).matchAll(/- alert: (\w+)\n +expr: (.+)\n/g),
    ([, name = "", expr = ""]) => [name, expr],
  ),
)

interface Panel {
  title: string
  type: string
  targets?: { expr: string }[]
}

const dashboard: { panels: Panel[] } = JSON.parse(readSource(`${FOLDER}/grafana-dashboard.json`))

const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** What other programs than the site tell. */
const FOREIGN = new Map([
  ["up", []],
  ["probe_success", []],
  ["probe_ssl_earliest_cert_expiry", []],
])

/** Prometheus gives these to whatever it scrapes. */
const TARGET_LABELS = ["job", "instance"]

const WORDS = new Set(["and", "or", "unless", "bool", "offset"])

/** Lists the metrics that an expression of PromQL names, with the labels by which it selects or groups them. */
function metricsIn(expr: string): { names: string[]; labels: string[] } {
  const selected = Array.from(expr.matchAll(/\{([^}]*)\}/g), ([, matchers = ""]) => matchers)
  const grouped = Array.from(expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g), ([, labels = ""]) => labels)
  const bare = expr
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, "")
  const names = Array.from(bare.matchAll(/(?<![\w.])[a-z_:][\w:]*(?!\w|\s*\()/g), ([name]) => name)
  return {
    names: names.filter((name) => !WORDS.has(name)),
    labels: [
      ...selected.flatMap((matchers) => Array.from(matchers.matchAll(/(\w+)\s*[=!]/g), ([, label = ""]) => label)),
      ...grouped.flatMap((labels) => labels.split(/\s*,\s*/)),
    ],
  }
}

/** The labels of each series that the site tells, by its name. */
function readRegistry(): Map<string, string[]> {
  const { registry } = createMetrics(gauges)
  return new Map(
    registry.getMetricsAsArray().flatMap((metric) => {
      const { name, labelNames, type } = metric as unknown as { name: string; labelNames: string[]; type: string }
      if (type !== "histogram") return [[name, labelNames] as const]
      const parts = ["bucket", "sum", "count"].map((part) => `${name}_${part}`)
      return parts.map((part) => [part, [...labelNames, "le"]] as const)
    }),
  )
}

test("metrics and labels are found in an expression", () => {
  expect(
    metricsIn('histogram_quantile(0.95, sum by (job, le) (rate(a_bucket{kind="page"}[5m]))) > 2e9 and b == 1'),
  ).toEqual({
    names: ["a_bucket", "b"],
    labels: ["kind", "job", "le"],
  })
  expect(metricsIn("time() - a > b + 7200").names).toEqual(["a", "b"])
})

test("every metric that an alert or the dashboard names exists, with those labels", () => {
  const known = new Map([...readRegistry(), ...FOREIGN])
  const expressions = [...rules.values(), ...panelExpressions]
  expect(expressions.length).toBeGreaterThan(40)
  const used = new Set<string>()
  for (const expr of expressions) {
    const { names, labels } = metricsIn(expr)
    expect(names.length, expr).toBeGreaterThan(0)
    for (const name of names) {
      expect([...known.keys()], expr).toContain(name)
      used.add(name)
    }
    const allowed = [...TARGET_LABELS, ...names.flatMap((name) => known.get(name) ?? [])]
    for (const label of labels) expect(allowed, expr).toContain(label)
  }
  expect([...used].filter((name) => name.startsWith("lisanga_")).length).toBeGreaterThan(15)
})

test("the dashboard shows every figure that the site tells of itself", () => {
  const shown = new Set(panelExpressions.flatMap((expr) => metricsIn(expr).names))
  const own = [...readRegistry().keys()].filter((name) => name.startsWith("lisanga_"))
  // It is what the other one is compared with.
  expect(own.filter((name) => !shown.has(name))).toEqual(["lisanga_task_period_seconds"])
})

test("alerts, the operator's mail and the documents share their limits", () => {
  const limitOf = (name: string) => Number(/[<>]=? ([\d.]+)$/.exec(rules.get(name) ?? "")?.[1])
  expect(limitOf("MailsWaiting")).toBe(MAIL_AGE_MAX_MS / 1000)
  expect(limitOf("BackupOld")).toBe(BACKUP_AGE_MAX_MS / 1000)
  expect(limitOf("DiskNearlyFull")).toBe(DISK_FREE_MIN_BYTES)
  expect(limitOf("CertificateEnding")).toBe((CERTIFICATE_DAYS_MIN * DAY_MS) / 1000)
  const documents = readSource("docs/operations.md").replace(/\s+/g, " ")
  const [hours, gigabytes] = [BACKUP_AGE_MAX_MS / 3_600_000, DISK_FREE_MIN_BYTES / 1e9]
  for (const limit of [`${hours} hours`, `${gigabytes} GB`, `${CERTIFICATE_DAYS_MIN} days`, "waits an hour"])
    expect(documents).toContain(limit)
})

test("each alert is seen to fire by its own test, and the runbook says what to do", () => {
  expect(rules.size).toBeGreaterThan(10)
  const tests = readSource(`${FOLDER}/alerts.test.yml`)
  const fired = Array.from(tests.matchAll(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g), ([, name]) => name)
  expect(fired.toSorted()).toEqual([...rules.keys()].toSorted())
  const described = Array.from(readSource("docs/runbook.md").matchAll(/^- `(\w+)`: /gm), ([, name]) => name)
  expect(described).toEqual([...rules.keys()])
})

test("the commands of the operator's mail are the runbook's", () => {
  const runbook = readSource("docs/runbook.md")
  const commands = (["backup", "mails", "disk", "certificate"] as const).flatMap((kind) => commandsFor({ kind }))
  expect(commands).toHaveLength(4)
  for (const command of commands) expect(runbook).toContain(command)
})

test("the runbook's commands are bash's", () => {
  const blocks = Array.from(
    readSource("docs/runbook.md").matchAll(/^ *```sh\n(.*?)^ *```$/gms),
    ([, text = ""]) => text,
  )
  expect(blocks.length).toBeGreaterThan(20)
  for (const block of blocks) expect(spawnSync("bash", ["-n"], { input: block, encoding: "utf8" }).stderr).toBe("")
})

test("the runbook's commands of the site exist", async () => {
  const runbook = readSource("docs/runbook.md")
  const named = new Set(Array.from(runbook.matchAll(/\blisanga ([a-z]+) [a-z/]/g), ([, name = ""]) => name))
  expect(named.size).toBeGreaterThan(4)
  for (const name of named) expect(existsSync(join(programFolder, `server/cli/${name}.ts`)), name).toBe(true)
})

/** Runs Prometheus' own checker, or skips the test where there is none. */
function promtool({ skip }: TestContext, ...args: string[]) {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8", cwd: programFolder })
  skip(error !== undefined, "promtool is not installed: apt-get install prometheus")
  expect(`${stdout}${stderr}`).not.toMatch(/FAILED|error/i)
  expect(status, stderr).toBe(0)
}

test("promtool sees each alert fire", (context) => promtool(context, "test", "rules", `${FOLDER}/alerts.test.yml`))

test("promtool accepts the configuration and its rules", (context) =>
  promtool(context, "check", "config", `${FOLDER}/prometheus.yml`))

test("promtool accepts the dashboard's expressions", (context) => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, "expressions.yml")
  const concrete = panelExpressions.map((expr) => expr.replace(/\$__(rate_interval|range)/g, "5m"))
  const records = concrete.map((expr, index) => ({ record: `panel:${index}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules: records }] }))
  promtool(context, "check", "rules", file)
})
