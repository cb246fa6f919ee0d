import { showValue } from "#client/office/french/field-values.ts"
import { adminSectors } from "#client/office/french/sectors.ts"
import type { EditableField, EditableFields } from "#server/contract/editable-fields.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"

/** Returns a field's value as people read it; it is empty where nobody has written any. */
export function fieldText(field: Exclude<EditableField, "images">, fields: EditableFields): string {
  if (field === "sector") return adminSectors[fields.sector]
  if (field === "status") return fields.status ?? NO_STATUS
  return showValue(PROJECT_FIELDS[field], fields[field])
}
