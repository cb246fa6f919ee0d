// node load-process.ts OPTIONS: sends requests from a process of its own, so that it takes no time of the server's thread.
import autocannon from "autocannon"
import { quantile } from "#e2e/figures/statistics.ts"

const options: autocannon.Options = JSON.parse(process.argv[2] ?? "")

// autocannon's own percentiles are whole milliseconds.
const times: number[] = []
let rejected = 0
let [first, last] = [0, 0]

const run = autocannon(options, report)
run.on("start", () => {
  first = performance.now()
})
run.on("response", (_client, status, _bytes, milliseconds) => {
  last = performance.now()
  times.push(milliseconds)
  if (status < 200 || status > 299) rejected += 1
})

function report(error: unknown, { errors }: autocannon.Result) {
  if (error) throw error
  const rate = (times.length / (last - first)) * 1000
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  console.log(JSON.stringify({ rate, p50, p99, answered: times.length, rejected, errors }))
}
