import { TRPCClientError } from "@trpc/client"
import type { Project } from "#server/contract/projects.ts"
import type { AppRouter } from "#server/router.ts"

/** The project as somebody else saved it meanwhile, when that is why a change was refused. */
export function presentProject(error: unknown): Project | undefined {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.current : undefined
}
