import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig, type UserWorkspaceConfig } from "vitest/config"
import { hasPostgresPrograms } from "./postgres-programs.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A file names its tags in its first lines: // @module-tag engines */
const tags = {
  engines: "runs on SQLite and on PostgreSQL, since the engine makes a difference to it",
  postgres: "runs on PostgreSQL only, on servers of its own",
  isolated: "has modules of its own, since it replaces some, or depends on NODE_ENV when they are loaded",
}

const files = globSync("{server,client}/**/*.test.{ts,tsx}", { cwd: root })
const screens = files.filter((file) => file.startsWith("client/routes/"))
const others = files.filter((file) => !file.startsWith("client/routes/"))

function select(isSelected: (hasTag: (tag: keyof typeof tags) => boolean) => boolean): string[] {
  return others.filter((file) => {
    const text = readFileSync(`${root}/${file}`, "utf8")
    return isSelected((tag) => text.includes(`// @module-tag ${tag}\n`))
  })
}

const onSqlite = { TEST_ENGINE: "sqlite" }
const onPostgres = { env: { TEST_ENGINE: "postgres" }, globalSetup: ["server/testing/postgres-for-tests.ts"] }
const isOnPostgres = (hasTag: (tag: keyof typeof tags) => boolean) =>
  hasTag("engines") || (hasTag("postgres") && hasPostgresPrograms())

export default defineConfig({
  root,
  test: {
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    // The tests use processes rather than threads, since SQLite, Argon2 and sharp are native modules.
    pool: "forks",
    // Four workers keep two cores busy, since many tests wait for a child process or a timer.
    maxWorkers: 4,
    projects: [
      // One worker loads the modules once for all its files, which saves a tenth of the time.
      project("sqlite", { env: onSqlite, include: select((has) => !has("postgres") && !has("isolated")) }),
      project("sqlite-isolated", { env: onSqlite, include: select((has) => has("isolated")), isolate: true }),
      project("postgres", { ...onPostgres, include: select((has) => isOnPostgres(has) && !has("isolated")) }),
      project("postgres-isolated", {
        ...onPostgres,
        include: select((has) => isOnPostgres(has) && has("isolated")),
        isolate: true,
      }),
      project("screens", {
        env: onSqlite,
        include: screens,
        environment: "jsdom",
        // The origin that the app takes for its own where a request names no host.
        environmentOptions: { jsdom: { url: "http://localhost/" } },
        setupFiles: ["server/testing/fail-on-console-error.ts", "client/testing/dom.ts"],
        // Without it, imports of style sheets' URLs would be empty.
        css: true,
      }),
    ],
    coverage: {
      provider: "v8",
      include: ["{client,server}/**/*.{ts,tsx}"],
      exclude: [
        "**/*.test.*",
        "{client,server}/testing/**",
        "server/tools/**",
        "client/app/route-tree.gen.ts",
        "**/*.d.ts",
      ],
      reportsDirectory: "test-results/coverage",
      reporter: ["json-summary", "html"],
    },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Argon2 and pictures are slow on two busy cores, and other work shares the cores of CI.
    testTimeout: process.env.CI ? 30_000 : 15_000,
    hookTimeout: process.env.CI ? 30_000 : 15_000,
  },
})

function project(name: string, options: UserWorkspaceConfig["test"]) {
  return { extends: true as const, test: { name, exclude: configDefaults.exclude, isolate: false, ...options } }
}
