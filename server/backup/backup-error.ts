/** Why there is no backup, or why one is not taken: one line for whoever asked. */
export class BackupError extends Error {}
