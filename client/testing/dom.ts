// Vitest runs this file again for each test file of a worker, which all have one DOM; that one is completed once.
import "./platform.ts"
