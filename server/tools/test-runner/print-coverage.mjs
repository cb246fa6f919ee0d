/**
 * Prints how many lines of each folder have run, from Istanbul's summary by file.
 * @param {Record<string, { lines: { total: number, covered: number } }>} summary
 */
export function printCoverage(summary) {
  /** @type {Map<string, { total: number, covered: number }>} */
  const folders = new Map()
  for (const [path, { lines }] of Object.entries(summary)) {
    const [, house, folder] = /[/\\](client|server)[/\\]([^/\\.]+[/\\]|)/.exec(path.replace(process.cwd(), "")) ?? []
    for (const name of house ? [`${house}/`, `${house}/${folder || "(files)"}`] : []) {
      const { total, covered } = folders.get(name) ?? { total: 0, covered: 0 }
      folders.set(name, { total: total + lines.total, covered: covered + lines.covered })
    }
  }
  console.log("\nLines that ran, by folder (by file in test-results/coverage/index.html):")
  for (const [name, { total, covered }] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const percent = total > 0 ? Math.round((100 * covered) / total) : 100
    console.log(`${name.padEnd(30)} ${String(percent).padStart(3)} % of ${total}`)
  }
}
