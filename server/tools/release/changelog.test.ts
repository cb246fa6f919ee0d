import { expect, test } from "vitest"
import { releaseChanges } from "./changelog.ts"

const intro = "# Changes\n\n## [Unreleased]\n"
const former = "\n## [1.0.0] - 2026-11-29\n\n### Added\n\n- The site.\n"

test("a release takes what is unreleased, and leaves room for what follows", () => {
  expect(releaseChanges(`${intro}\n### Fixed\n\n- A fault.\n${former}`, "1.0.1", "2026-12-01")).toBe(
    `${intro}\n## [1.0.1] - 2026-12-01\n\n### Fixed\n\n- A fault.\n${former}`,
  )
})

test("a release without changes, or one that was made already, is refused", () => {
  expect(() => releaseChanges(intro + former, "1.0.1", "2026-12-01")).toThrow("no unreleased change")
  expect(() => releaseChanges(`${intro}\n- A fault.\n${former}`, "1.0.0", "2026-12-01")).toThrow("[1.0.0] already")
  expect(() => releaseChanges("# Changes\n", "1.0.1", "2026-12-01")).toThrow("no section [Unreleased]")
})
