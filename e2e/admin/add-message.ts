export { createTestMessage as addMessage } from "#server/testing/fixtures.ts"
