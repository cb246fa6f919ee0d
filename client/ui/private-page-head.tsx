/** Without the page's own URL, which whoever knows may read the page by. */
export function PrivatePageHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
    </>
  )
}
