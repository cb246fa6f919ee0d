import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["e2e/resilience/*.resilience.ts"],
    environment: "node",
    // One at a time: each wants the machine for itself.
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
