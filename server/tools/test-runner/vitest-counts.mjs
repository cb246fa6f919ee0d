import { writeFileSync } from "node:fs"

const ERROR_LINES = 20

/** Writes the counts for run.mjs into the file VITEST_COUNTS_FILE, including errors outside of any test. */
export default class VitestCounts {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest").SerializedError[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === "failed")
    const names = [
      ...failed.map((test) => `${test.module.relativeModuleId} › ${test.fullName}${firstError(test)}`),
      // A file that did not load, or a hook that failed, has its own errors.
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((owner) =>
          owner.errors().map((error) => `${module.relativeModuleId}: ${error.message}`),
        ),
      ),
      ...unhandledErrors.map((error) => `Outside of any test: ${error.stack ?? error.message}`),
    ]
    const passed = tests.filter((test) => test.result().state === "passed").length
    const counts = { passed, failed: names.length, skipped: tests.length - passed - failed.length, names }
    writeFileSync(process.env.VITEST_COUNTS_FILE ?? "", JSON.stringify(counts))
  }
}

/** Returns the first error with its place, since a run that cannot be repeated may leave no more than its last lines. */
function firstError(/** @type {import("vitest/node").TestCase} */ test) {
  const [error] = test.result().errors ?? []
  if (!error) return ""
  const place = error.stacks?.find(({ file }) => file === test.module.moduleId)
  const lines = `${error.message}${error.diff ? `\n${error.diff}` : ""}`.split("\n").slice(0, ERROR_LINES)
  return [` (line ${place?.line ?? "unknown"})`, ...lines].join("\n    ")
}
