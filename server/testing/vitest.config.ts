import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["server/**/*.test.ts", "client/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    // Processes rather than threads: SQLite, Argon2 and sharp are native modules.
    pool: "forks",
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Argon2 and pictures take their time on two busy cores.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
})
