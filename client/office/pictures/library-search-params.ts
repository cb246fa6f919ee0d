import { flag, listAddress, type ParamsOf, pageNumber, text } from "#server/contract/list-address.ts"

export const pictureAddress = listAddress({ search: text("search"), page: pageNumber, trash: flag("trash", true) })

export type LibrarySearchParams = ParamsOf<typeof pictureAddress>
