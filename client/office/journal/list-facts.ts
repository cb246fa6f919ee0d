import { formatDateTime } from "#client/app/dates.ts"
import { showValue } from "#client/office/french/field-values.ts"
import { factLister } from "#server/contract/audit-told/list-facts.ts"

export const listFacts = factLister({ moment: formatDateTime, value: showValue })
