import { Icon } from "#client/icons/icon.tsx"

interface ListsProps {
  columns: readonly { title: string; entries: readonly string[] }[]
}

export function Lists({ columns }: ListsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {columns.map(({ title, entries }) => (
        <div key={title} className="rounded-box border border-base-300 bg-base-100 p-6 md:p-8">
          <h3 className="text-h3">{title}</h3>
          <ul className="mt-4 space-y-3">
            {entries.map((entry) => (
              <li key={entry} className="flex gap-3">
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
