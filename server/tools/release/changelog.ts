const UNRELEASED = "## [Unreleased]\n"

/**
 * Gives what is unreleased to a version, in a file as https://keepachangelog.com describes it.
 * @param date YYYY-MM-DD
 */
export function releaseChanges(changelog: string, version: string, date: string): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section [${version}] already`)
  const start = changelog.indexOf(UNRELEASED)
  if (start < 0) throw new Error("CHANGELOG.md has no section [Unreleased]")
  const before = changelog.slice(0, start)
  const after = changelog.slice(start + UNRELEASED.length)
  const changes = after.split(/^## /m)[0]?.trim()
  if (!changes) throw new Error("CHANGELOG.md tells no unreleased change")
  return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${after}`
}
