import type { ReactNode } from "react"

interface FigureTableProps {
  /** The id of the rows. */
  id?: string
  caption: string
  /** The first is that of the labels, the others those of figures. */
  heads: readonly string[]
  className?: string
  children: ReactNode
}

export function FigureTable({ id, caption, heads, className = "", children }: FigureTableProps) {
  return (
    <table className={`w-full text-left ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-base-content/75">
        <tr className="border-b border-base-300">
          {heads.map((head) => (
            <th key={head} scope="col" className="py-2 font-medium not-first:pl-3 not-first:text-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody id={id}>{children}</tbody>
    </table>
  )
}
