import { format } from "node:util"
import { afterAll, afterEach } from "vitest"

// Warnings and errors that nobody expects hide in a green run; a test that expects one replaces the method with vi.spyOn.
const complaints: string[] = []

console.error = (...args) => complaints.push(`console.error: ${format(...args)}`)
console.warn = (...args) => complaints.push(`console.warn: ${format(...args)}`)

function failOnComplaints() {
  const found = complaints.splice(0)
  if (found.length > 0) throw new Error(`Unexpected on the console:\n${found.join("\n")}`)
}

afterEach(failOnComplaints)
afterAll(failOnComplaints)
