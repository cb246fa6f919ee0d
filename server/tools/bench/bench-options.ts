/** These options decide how much time a section takes. */
export interface BenchOptions {
  rounds: number
  /** The seconds of each measurement under load. */
  seconds: number
  /** A quick run only shows that everything works; its figures mean little. */
  quick: boolean
}
