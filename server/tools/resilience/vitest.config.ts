import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["server/tools/resilience/*.resilience.ts"],
    environment: "node",
    // The files run one at a time, since each needs the machine for itself.
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
