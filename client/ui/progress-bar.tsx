interface ProgressBarProps {
  label: string
  /** The share that is done, from 0 to 1; undefined if it is not known. */
  value: number | undefined
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={1}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-base-300 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-primary"
    />
  )
}
