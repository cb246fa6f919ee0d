interface OutlineBadgeProps {
  /** The classes of its border and its text. */
  tone: string
  title?: string | undefined
  children: string
}

/** States have an outline, which distinguishes them from statuses and counts. */
export function OutlineBadge({ tone, title, children }: OutlineBadgeProps) {
  return (
    <span
      title={title}
      className={`badge h-auto min-h-6 shrink-0 rounded-xl bg-base-100 px-2 py-0.5 text-xs leading-4.5 font-medium ${tone}`}
    >
      {children}
    </span>
  )
}
