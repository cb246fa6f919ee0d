import { useId } from "react"
import { FieldError } from "#client/ui/field.tsx"
import type { TokenRight } from "#server/contract/domains/domains.ts"
import { TOKEN_RIGHT_LABELS } from "#server/contract/tokens.ts"
import { tokenForm as texts } from "./texts.ts"

interface RightsFieldProps {
  rights: readonly TokenRight[]
  error: string | undefined
}

/** Shows a checkbox for each right. */
export function RightsField({ rights, error }: RightsFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-help${error ? ` ${id}-error` : ""}`} className="grid gap-1">
      <legend className={`font-semibold ${error ? "text-error" : ""}`}>{texts.rights}</legend>
      <p id={`${id}-help`} className="text-sm text-base-content/75">
        {texts.rightsHelp}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {rights.map((right) => (
        <label
          key={right}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200"
        >
          <input
            type="checkbox"
            name="rights"
            value={right}
            aria-invalid={error ? true : undefined}
            className="size-5 shrink-0 scroll-mt-36 accent-primary"
          />
          {TOKEN_RIGHT_LABELS[right]}
        </label>
      ))}
    </fieldset>
  )
}
