/** Tells the operator in one line why the program cannot start on this data. */
export class UnusableDatabase extends Error {}
