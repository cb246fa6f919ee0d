/** Whether a text was copied (app/reading-controls.ts). A text, though empty, makes React leave what stands here. */
export function CopyOutcome({ className = "" }: { className?: string }) {
  return (
    <p role="status" className={`text-sm wrap-anywhere empty:hidden ${className}`} suppressHydrationWarning>
      {""}
    </p>
  )
}
