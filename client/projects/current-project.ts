import { TRPCClientError } from "@trpc/client"
import type { Project } from "#server/contract/projects.ts"
import type { AppRouter } from "#server/router.ts"

/** The version that somebody else saved meanwhile, when an update failed with a conflict. */
export function currentProject(error: unknown): Project | undefined {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.current : undefined
}
