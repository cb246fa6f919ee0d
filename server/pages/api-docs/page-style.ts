/** It uses the colours of client/app/theme.css; it is inlined, and its hash is in the CSP. */
export const PAGE_STYLE = `
:root{--primary:#0f5c4a;--ink:#10231f;--cream:#fbf6ec;--line:#efe6d5;--accent:#a84522}
*{box-sizing:border-box}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--cream);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.25rem 1rem;background:#fff;border-bottom:1px solid var(--line)}
header a{display:inline-flex;align-items:center;min-height:44px;font-weight:600;text-decoration:none}
main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}
main>p{max-width:44rem}
h1{font-size:clamp(1.75rem,5vw,2.5rem);line-height:1.15;margin:.5rem 0 1rem}
h2{font-size:1.5rem;line-height:1.2;margin:2.5rem 0 1rem}
h3{font-size:1.125rem;line-height:1.3;margin:0 0 .5rem}
h4{font-size:1rem;margin:1.25rem 0 .5rem}
a{color:var(--primary)}
a:focus-visible,pre:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:1rem;top:1rem;padding:.75rem 1rem;background:#fff;z-index:1}
code,pre{font:.9em/1.5 ui-monospace,monospace}
pre{overflow-x:auto;overflow-wrap:normal;margin:.5rem 0;padding:.75rem 1rem;background:var(--ink);color:#fff;border-radius:.5rem}
nav,article,.forme{background:#fff;border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1rem}
nav h2{margin-top:0}
nav h3{margin:1rem 0 0}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;flex-wrap:wrap;align-items:center;gap:0 .75rem;min-height:44px;padding:.25rem 0;text-decoration:none}
nav li span{color:var(--ink)}
.route{padding:.5rem .75rem;background:var(--cream);border-radius:.5rem}
.route b{color:var(--primary)}
.route b.delete{color:var(--accent)}
a.code{display:inline-block;padding:.25rem}
dl{margin:0}
dt{margin-top:.5rem}
dd{margin:0 0 .5rem 1rem}
dd dl{border-left:2px solid var(--line);padding-left:.75rem}
small{font-size:.875rem;color:#41524e}
summary{display:list-item;padding:.6rem 0;min-height:44px;cursor:pointer;color:var(--primary);font-weight:600}
@media print{nav,header{display:none}}
`
