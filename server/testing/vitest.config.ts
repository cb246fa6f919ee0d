import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

/** Files that replace a module, need it freshly loaded, or render JSX, which NODE_ENV of other tests would break. */
const isolated = [
  "server/accounts/sign-in.test.ts",
  "server/accounts/sign-in-races.test.ts",
  "server/http/multipart.test.ts",
  "server/images/decoding.test.ts",
  "server/tools/icons/icons.test.ts",
  "client/**/*.test.tsx",
]

const root = fileURLToPath(new URL("../..", import.meta.url))

/** TEST_ENGINE=postgres repeats the tests that open a database. */
const onPostgres = process.env.TEST_ENGINE === "postgres"

const server = globSync("server/**/*.test.ts", { cwd: root })
/** About requests, headers, roles, pixels and schemas: the engine makes no difference, and the time of npm test counts. */
const engineless =
  /\/(authorization|routing-bypass|escaping|slow-clients|security-headers|multipart|hostile-uploads|hostile-content|every-field|export-rest)\.test\.ts$/

const ofPostgres = server.filter((file) => file.startsWith("server/database/postgres/"))
const ofSqlite = server.filter((file) => file.startsWith("server/database/sqlite/"))
const integration = server
  .filter((file) => !engineless.test(file))
  .filter((file) => /\/(open-test-database|start-[\w-]+)\.ts"/.test(readFileSync(`${root}/${file}`, "utf8")))
const selected = onPostgres ? [...integration, ...ofPostgres] : ["server/**/*.test.ts", "client/**/*.test.ts"]
const otherEngine = onPostgres ? ofSqlite : ofPostgres

export default defineConfig({
  root,
  test: {
    environment: "node",
    globalSetup: ["server/testing/postgres-for-tests.ts"],
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    // Processes rather than threads: SQLite, Argon2 and sharp are native modules.
    pool: "forks",
    // Many tests wait for a child process or a timer: three workers keep two cores busy.
    maxWorkers: 3,
    projects: [
      // One worker loads the modules once for all of its files, which saves a tenth of the time.
      {
        extends: true,
        test: {
          name: "shared",
          include: selected,
          exclude: [...configDefaults.exclude, ...isolated, ...otherEngine],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: onPostgres ? integration.filter((file) => isolated.includes(file)) : isolated,
        },
      },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // As for browser tests: a busy machine may be late once, and the reporter names what was repeated.
    retry: process.env.CI ? 1 : 0,
    // Argon2 and pictures take their time on two busy cores; the cores of CI are shared with other work.
    testTimeout: process.env.CI ? 30_000 : 15_000,
    hookTimeout: process.env.CI ? 30_000 : 15_000,
  },
})
