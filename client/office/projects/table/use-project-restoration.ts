import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"

export function useProjectRestoration() {
  const { client, queries } = useApi()
  return useMutation({
    ...mutationOf(({ id }: { id: number; name: string }) => client.projects.restore.mutate(id)),
    onSuccess: () => void refreshProjects(queries),
  })
}
