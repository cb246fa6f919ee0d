/** The parts of the resilience tests, each a file NAME.resilience.ts. */
export const parts = [
  "kill",
  "content",
  "publications",
  "requests",
  "stop",
  "disk",
  "database-locked",
  "slow-clients",
  "enumeration",
  "two-processes",
  "proxies",
  "instances",
  "postgres",
  "s3",
  "move",
  "load",
]
