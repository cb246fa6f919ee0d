/** It names no canonical URL, since whoever knows a private page's URL may read the page. */
export function PrivatePageHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
    </>
  )
}
