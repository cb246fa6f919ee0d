// `node load-process.ts OPTIONS` sends requests from its own process, so that it takes no time of the server's thread.
import autocannon from "autocannon"
import { quantile } from "#server/tools/figures/statistics.ts"

const { urls, connections, amount, ...options } = JSON.parse(process.argv[2] ?? "") as Pick<
  autocannon.Options,
  "amount" | "duration"
> & { urls: string[]; connections: number }

// The times are collected here, since autocannon rounds its own percentiles to whole milliseconds.
const times: number[] = []
let [rejected, errors, running] = [0, 0, urls.length]
let [first, last] = [Number.POSITIVE_INFINITY, 0]

for (const url of urls) {
  const share = (whole: number) => Math.ceil(whole / urls.length)
  const length = amount === undefined ? {} : { amount: share(amount) }
  const run = autocannon({ ...options, ...length, url, connections: share(connections) }, report)
  run.on("start", () => {
    first = Math.min(first, performance.now())
  })
  run.on("response", (_client, status, _bytes, milliseconds) => {
    last = performance.now()
    times.push(milliseconds)
    if (status < 200 || status > 299) rejected += 1
  })
}

function report(error: unknown, result: autocannon.Result) {
  if (error) throw error
  errors += result.errors
  running -= 1
  if (running > 0) return
  const rate = (times.length / (last - first)) * 1000
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  console.log(JSON.stringify({ rate, p50, p99, answered: times.length, rejected, errors }))
}
