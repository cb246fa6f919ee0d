import { format } from "node:util"
import { afterAll, afterEach } from "vitest"

// In a passing run, unexpected warnings and errors would go unnoticed. A test that expects one uses vi.spyOn.
const complaints: string[] = []

console.error = (...args) => complaints.push(`console.error: ${format(...args)}`)
console.warn = (...args) => complaints.push(`console.warn: ${format(...args)}`)

function failOnComplaints() {
  const found = complaints.splice(0)
  if (found.length > 0) throw new Error(`Unexpected on the console:\n${found.join("\n")}`)
}

afterEach(failOnComplaints)
afterAll(failOnComplaints)
