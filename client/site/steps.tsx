interface StepsProps {
  steps: readonly { title: string; text: string }[]
}

export function Steps({ steps }: StepsProps) {
  return (
    <ol
      className={`grid gap-x-8 gap-y-8 ${steps.length % 3 === 0 ? "md:grid-cols-3" : "sm:grid-cols-2 lg:grid-cols-4"}`}
    >
      {steps.map(({ title, text }, index) => (
        <li key={title} className="border-t-3 border-(--hue) pt-4">
          <span aria-hidden="true" className="font-display text-lg font-bold text-base-content/70">
            {index + 1}
          </span>
          <h3 className="mt-1 text-h3">{title}</h3>
          <p className="mt-2 text-base-content/80">{text}</p>
        </li>
      ))}
    </ol>
  )
}
