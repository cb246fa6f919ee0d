import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

/** Files that replace a module, need it freshly loaded, or render JSX, which NODE_ENV of other tests would break. */
const isolated = [
  "server/accounts/sign-in.test.ts",
  "server/http/multipart.test.ts",
  "server/images/decoding.test.ts",
  "client/**/*.test.tsx",
]

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    environment: "node",
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
          include: ["server/**/*.test.ts", "client/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...isolated],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: isolated } },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Argon2 and pictures take their time on two busy cores.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
})
