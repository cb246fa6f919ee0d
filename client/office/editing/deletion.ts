import { failureKind, failureText, isCode } from "#client/app/failures.ts"
import { adminErrors } from "#client/office/ui/failure-texts.ts"

/** Returns why something could not be deleted. */
export function deletionFailure(what: "project" | "message" | "picture", error: unknown): string {
  const { prefix, unknown, network } = adminErrors.deletion
  switch (failureKind(error)) {
    case "rejected":
      return prefix + (failureText(error) || unknown)
    case "malformed":
      return adminErrors.deletion[what]
    case "network":
      return network
  }
}

/** Waits for a deletion. A repeated one that finds nothing is done: the response to the first one was lost. */
export async function settleDeletion(deletion: Promise<unknown>, isRepeated: boolean): Promise<void> {
  await deletion.catch((error) => {
    if (!isRepeated || !isCode(error, "not_found")) throw error
  })
}
