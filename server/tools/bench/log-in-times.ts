// Usage: node_modules/.bin/node e2e/bench/log-in-times.ts [pairs]

import { admin, startSite } from "#server/testing/start-site.ts"
import { median, quantile } from "#server/tools/figures/statistics.ts"

const PAIRS = Number(process.argv[2] ?? 400)

/** Returns how many milliseconds a rejected log-in takes. */
async function timeRejection(url: string, email: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: "une autre planche" }),
  })
  await response.text()
  if (response.status !== 401) throw new Error(`Log-in answered ${response.status}`)
  return performance.now() - start
}

/** Times one of each kind in turn, so that whatever slows the machine slows both. */
async function measure(url: string) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let pair = -20; pair < PAIRS; pair += 1) {
    for (const kind of pair % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const ms = await timeRejection(url, kind === "known" ? admin.email : `personne-${pair}@exemple.cd`)
      if (pair >= 0) times[kind].push(ms)
    }
  }
  return times
}

await using site = await startSite({ settings: { DEMO_CONTENT: "0" } })
const times = await measure(site.url)
for (const [kind, values] of Object.entries(times)) {
  const [low, middle, high] = [quantile(values, 0.05), median(values), quantile(values, 0.95)].map((ms) =>
    ms.toFixed(2),
  )
  console.log(`${kind.padEnd(8)} ${values.length} log-ins, median ${middle} ms, 5 % under ${low}, 5 % over ${high}`)
}
console.log(`difference of the medians ${(median(times.known) - median(times.unknown)).toFixed(2)} ms`)
