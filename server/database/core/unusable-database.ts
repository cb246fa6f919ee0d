/** Why the program cannot start on this data, in one line for the operator. */
export class UnusableDatabase extends Error {}
