import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

/** These files replace modules, need them freshly loaded, or render JSX, which another test's NODE_ENV would break. */
const isolated = [
  "server/accounts/sign-in.test.ts",
  "server/accounts/sign-in-races.test.ts",
  "server/accounts/unproven-factors.test.ts",
  "server/http/multipart.test.ts",
  "server/images/decoding.test.ts",
  "server/tools/icons/icons.test.ts",
  "client/**/*.test.tsx",
]

const root = fileURLToPath(new URL("../..", import.meta.url))

/** TEST_ENGINE=postgres repeats the tests that open a database. */
const onPostgres = process.env.TEST_ENGINE === "postgres"

const server = globSync("server/**/*.test.ts", { cwd: root })
/**
 * These run only once: the engine makes no difference to them, or the statements that they lead to are also those of
 * other tests.
 */
const runOnce = globSync(
  [
    "accounts/{change-password,register,reset-password,sign-in,sign-in-limits}",
    "api-docs/*",
    "cli/account",
    "content/{every-field,hostile-content,rest}",
    "demo/add-demo",
    "http/{data-saver,fast-path,listener,multipart,request-log,security-headers,slow-clients,trpc-handler}",
    "jobs/outbox",
    "limits/rate-limits",
    "messages/{notification-mail,photo-uploads,rest-validation}",
    "pages/{account-forms,account-links,cached-pages,forms,invitation,pages,preview,render,sitemap}",
    "projects/{export-rest,import,rest}",
    "testing/{authorization,escaping,fuzz-pages,mass-assignment,routing-bypass}",
    "tokens/bearer",
    "uploads/{burst,hostile-uploads,rest,s3,upload,variants}",
  ].map((files) => `server/${files}.test.ts`),
  { cwd: root },
)

const ofPostgres = server.filter((file) => file.startsWith("server/database/postgres/"))
const ofSqlite = server.filter((file) => file.startsWith("server/database/sqlite/"))
const integration = server
  .filter((file) => !runOnce.includes(file))
  .filter((file) => /\/(open-test-database|start-[\w-]+)\.ts"/.test(readFileSync(`${root}/${file}`, "utf8")))
const selected = onPostgres ? [...integration, ...ofPostgres] : ["server/**/*.test.ts", "client/**/*.test.ts"]
const otherEngine = onPostgres ? ofSqlite : ofPostgres

export default defineConfig({
  root,
  test: {
    environment: "node",
    globalSetup: ["server/testing/postgres-for-tests.ts"],
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    // The tests use processes rather than threads, since SQLite, Argon2 and sharp are native modules.
    pool: "forks",
    // Four workers keep two cores busy, since many tests wait for a child process or a timer.
    maxWorkers: 4,
    projects: [
      // One worker loads the modules once for all its files, which saves a tenth of the time.
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
    // As in browser tests, a busy machine may be late once, and the reporter names repeated tests.
    retry: process.env.CI ? 1 : 0,
    // Argon2 and pictures are slow on two busy cores, and other work shares the cores of CI.
    testTimeout: process.env.CI ? 30_000 : 15_000,
    hookTimeout: process.env.CI ? 30_000 : 15_000,
  },
})
