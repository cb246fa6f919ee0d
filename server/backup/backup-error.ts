/** A failure whose message is one French line for the operator. */
export class BackupError extends Error {}
