import { account } from "#client/office/account/texts.ts"
import { type Filter, FilterSelects } from "#client/office/list/filters.tsx"
import { StateLinks } from "#client/office/list/state-links.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { ROLES } from "#server/contract/domains/roles.ts"
import {
  USER_FOLDER_SLUGS,
  USER_FOLDERS,
  type UserFolder,
  type UserSearchParams,
  userAddress,
} from "#server/contract/user-search-params.ts"
import type { UserSearchResult } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"

interface UsersToolbarProps {
  params: UserSearchParams
  counts: UserSearchResult["counts"] | undefined
  onChange: (changed: UserSearchParams) => void
  onFollow: () => void
}

export function UsersToolbar({ params, counts, onChange, onFollow }: UsersToolbarProps) {
  const links = [undefined, ...USER_FOLDERS].map((folder) => ({
    label: texts.states[folder ?? "all"],
    slug: folder && USER_FOLDER_SLUGS[folder],
    count: counts && countOf(counts, folder),
  }))
  const role: Filter<"role"> = {
    name: "role",
    ...texts.role,
    value: params.role ?? "",
    options: ROLES.map((value) => ({ value, label: account.roles[value] })),
  }
  return (
    <div className="mb-4 grid grid-cols-1 gap-3">
      {params.etat !== USER_FOLDER_SLUGS.invited && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={texts.search} value={params.search ?? ""} onSearch={(search) => onChange({ search })} />
          <FilterSelects filters={[role]} address={userAddress} onChange={onChange} />
        </div>
      )}
      <StateLinks label={texts.states.label} links={links} current={params.etat} onFollow={onFollow} />
    </div>
  )
}

function countOf(counts: UserSearchResult["counts"], folder: UserFolder | undefined): number {
  return folder ? counts[folder] : counts.active + counts.disabled
}
