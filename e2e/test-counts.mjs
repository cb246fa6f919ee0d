/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, names?: string[] }} Counts */

const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * Vitest's JSON report, with the names of failed tests; a file that did not load has no test and counts as one failure.
 * @param {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] } | undefined} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const files = report?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === "passed").length
  const failures = files.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === "failed").map((test) => `${file.name} › ${test.fullName}`),
  )
  const failed = failures.length
  const broken = files.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  )
  return {
    passed,
    failed: failed + broken.length,
    skipped: tests.length - passed - failed,
    names: [...failures, ...broken.map((file) => file.name)],
  }
}

/**
 * Playwright's JSON report; a flaky test failed first and passed when it was repeated, which CI alone does.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  if (!report) return none
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped, flaky }
}
