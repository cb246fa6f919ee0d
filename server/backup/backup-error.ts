/** A failure whose message is one French line for the operator. */
export class BackupError extends Error {}

export function damaged(reason: string): BackupError {
  return new BackupError(`La sauvegarde est endommagée et n’a pas été utilisée : ${reason}`)
}
