interface Named {
  username: string
  fullName?: string | null | undefined
}

/** Returns the name by which people know an account. */
export function displayedName({ fullName, username }: Named): string {
  return fullName ?? username
}
