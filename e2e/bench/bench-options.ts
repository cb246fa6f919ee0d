/** How much time a section may take. */
export interface BenchOptions {
  rounds: number
  /** Of each measurement under load. */
  seconds: number
  /** Shows that everything works; its figures mean little. */
  quick: boolean
}
