import { Icon } from "#client/icons/icon.tsx"

interface ListsProps {
  columns: readonly { title: string; entries: readonly string[] }[]
}

export function Lists({ columns }: ListsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {Object.entries(columns).map(([key, { title, entries }]) => (
        <div key={key} className="rounded-box border border-base-300 bg-base-100 p-6 md:p-8">
          <h3 className="text-h3">{title}</h3>
          <ul className="mt-4 space-y-3">
            {Object.entries(entries).map(([position, entry]) => (
              <li key={position} className="flex gap-3">
                <Icon name="check" className="mt-1 size-5 text-primary" />
                {entry}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
