import { setTimeout as pause } from "node:timers/promises"
import { quantile } from "#server/tools/figures/statistics.ts"

export interface Times {
  p50: number
  p99: number
  most: number
  requests: number
  failed: number
}

/** Some of these pages come from memory, and the others are rendered anew. */
export function pagesOf(url: string): string[] {
  return [`${url}/`, `${url}/transport`, `${url}/login?redirect=%2Fadmin`, `${url}/api/projects/1`]
}

/** Requests those URLs one after the other until `until` is settled. The times are in milliseconds. */
export async function probe(urls: readonly string[], until: Promise<unknown>): Promise<Times> {
  const times: number[] = []
  let failed = 0
  let over = false
  void until.finally(() => {
    over = true
  })
  for (let turn = 0; !over; turn += 1) {
    const start = performance.now()
    const response = await fetch(urls[turn % urls.length] ?? "").catch(() => undefined)
    await response?.bytes()
    times.push(performance.now() - start)
    if (response?.status !== 200) failed += 1
    await pause(3)
  }
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    most: Math.max(...times),
    requests: times.length,
    failed,
  }
}
