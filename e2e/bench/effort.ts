/** How much time a section may take. */
export interface Effort {
  rounds: number
  /** Of each measurement under load. */
  seconds: number
  /** Shows that everything works; its figures mean little. */
  quick: boolean
}
