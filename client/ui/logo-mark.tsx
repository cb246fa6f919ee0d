/** The logo is inline, so that it needs no request. */
export function LogoMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
      <g className="fill-primary">
        <path d="M49.21 4.32L85.22 25.11L62.93 37.98L49.21 30.06Z" />
        <path d="M85.22 70.89L49.21 91.68L49.21 65.94L62.93 58.02Z" />
        <path d="M9.57 68.79L9.57 27.21L31.86 40.08L31.86 55.92Z" />
      </g>
      <g className="fill-secondary">
        <path d="M86.43 27.21L86.43 68.79L64.14 55.92L64.14 40.08Z" />
        <path d="M46.79 91.68L10.78 70.89L33.07 58.02L46.79 65.94Z" />
        <path d="M10.78 25.11L46.79 4.32L46.79 30.06L33.07 37.98Z" />
      </g>
    </svg>
  )
}
