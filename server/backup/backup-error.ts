/** A failure with one French line for the person who ran the command. */
export class BackupError extends Error {}
