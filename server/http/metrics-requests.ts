/** Seconds: from what an answer out of memory takes to what nobody should have to wait for. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])

/** By the beginning of the path. Few and fixed, as everything in a label has to be: a visitor may invent any path. */
const KINDS = [
  ["/assets/", "asset"],
  ["/photos/", "asset"],
  ["/uploads/", "picture"],
  ["/trpc/", "trpc"],
  ["/api/", "api"],
  ["/metrics", "metrics"],
] as const

interface Series {
  labels: string
  /** How many took as long as each bound or less, but longer than the one before; the last has no bound. */
  buckets: number[]
  seconds: number
}

export type RequestCounts = ReturnType<typeof countRequests>

/** Requests since the start and how long they took, by method, kind and class of status. */
export function countRequests() {
  const all = new Map<string, Series>()
  return {
    count(method: string, path: string, status: number, ms: number): void {
      const known = METHODS.has(method) ? method : "other"
      const labels = `method="${known}",kind="${kindOf(path)}",status="${Math.floor(status / 100)}xx"`
      let series = all.get(labels)
      if (!series) {
        series = { labels, buckets: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0 }
        all.set(labels, series)
      }
      const bound = BOUNDS.findIndex((seconds) => ms <= seconds * 1000)
      const bucket = bound < 0 ? BOUNDS.length : bound
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.seconds += ms / 1000
    },
    /** In Prometheus' text form. */
    lines: () =>
      ["# HELP http_request_duration_seconds Requests answered.", `# TYPE ${NAME} histogram`].concat(
        [...all.values()].flatMap(toLines),
      ),
  }
}

const NAME = "http_request_duration_seconds"

function kindOf(path: string): string {
  return KINDS.find(([start]) => path.startsWith(start))?.[1] ?? "page"
}

/** Prometheus' buckets hold all that the smaller ones hold. */
function toLines({ labels, buckets, seconds }: Series): string[] {
  let total = 0
  const counts = buckets.map((count, index) => {
    total += count
    return `${NAME}_bucket{${labels},le="${BOUNDS[index] ?? "+Inf"}"} ${total}`
  })
  return [...counts, `${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${total}`]
}
