import { useRouter } from "@tanstack/react-router"
import { type ComponentProps, createContext, use } from "react"
import { SERVICE_WORKER_PATH } from "#server/contract/offline.ts"
import { APP_URL, CAN_SHARE, DATA_URL, HAS_SCRIPT, HAS_SESSION, MODULE_URLS, SAVES_DATA } from "./document-state.ts"
import { markSession } from "./session.ts"

/** The modules by which documents load the application. */
export interface AppModules {
  /** URL of the entry module. */
  entry: string
  /** Code of the hydration loader. In development it is missing, and the page imports the entry itself. */
  loader?: string
  /** URLs of all modules that a route needs, by route id. */
  ofRoutes: Record<string, readonly string[]>
}

interface ServerDocument {
  /** It is undefined for pages without the application, which have no scripts but those of their own. */
  app: AppModules | undefined
  /** The URL of the data of the queries, which otherwise stands in the page. */
  dataUrl?: string | undefined
  /** Whether the data saver in the footer is on. */
  savesData: boolean
  /** Draws a URL as SVG, by a library that browsers need not fetch. */
  drawCode: (url: string) => string
  /** Collects the code of inline scripts, whose hashes the Content-Security-Policy has to contain. */
  inlineScripts: Set<string>
}

/** Only the server provides it: it renders the parts below, which hydration leaves as they are. */
export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined)

/**
 * Sets the attributes of <html> that styles depend on before the first paint. Browsers without cascade layers, such as
 * Chrome 80 and Safari 14, get the pages without the application and without their design; so does
 * a page that was saved as a file, though with its design. Printing loads pictures further down.
 */
export function InitialState() {
  const savesData = use(ServerDocumentContext)?.savesData ? `e.setAttribute("${SAVES_DATA}","");` : ""
  const attributes = `const{documentElement:e}=document;e.toggleAttribute("${HAS_SCRIPT}",location.host&&CSS.supports("color:revert-layer"));onbeforeprint=()=>{for(let i of document.images)i.matches(".slides>li~li img")||(i.loading="eager")};navigator.share&&e.setAttribute("${CAN_SHARE}","");${savesData}`
  return <InlineScript code={`{${attributes}}${markSession}`} />
}

/** Shows what is true on this device now of a text that changes at known moments (site/frame/opening-state.tsx). */
const CORRECT_OPENING = `for(let e of document.querySelectorAll("[data-opening]"))e.textContent=e.dataset.opening.split("|").filter(t=>parseInt(t)*6e4<=Date.now()).pop()?.replace(/^\\d+ /,"")??""`

/**
 * Registers the service worker once the pictures of the first view have arrived on a slow phone, so that a reader who
 * loses the network finds the pages that were read. Pages served over plain http have none.
 */
const KEEP_OFFLINE = `addEventListener("load",()=>setTimeout(()=>{let{documentElement:e}=document,{connection:c,serviceWorker:w}=navigator;w&&!e.hasAttribute("${HAS_SESSION}")&&!e.hasAttribute("${SAVES_DATA}")&&!c?.saveData&&w.register("${SERVICE_WORKER_PATH}").catch(()=>{})},4e3))`

/** Its parts need no application. */
export function ReaderScript() {
  return <InlineScript code={`{${CORRECT_OPENING};${KEEP_OFFLINE}}`} />
}

export function AppScript() {
  const { matches } = useRouter().state
  const { app, dataUrl } = use(ServerDocumentContext) ?? {}
  if (!app) return null
  if (!app.loader) return <script type="module" src={app.entry} />
  const modules = new Set(matches.flatMap(({ routeId }) => app.ofRoutes[routeId] ?? []))
  return (
    <InlineScript
      code={app.loader}
      {...{
        [`data-${APP_URL}`]: app.entry,
        [`data-${DATA_URL}`]: dataUrl,
        [`data-${MODULE_URLS}`]: [...modules].join(" "),
      }}
    />
  )
}

/** The state of the router and the query cache. The router's own <Scripts> would not register the code for the CSP. */
export function DehydratedState() {
  const tags = useRouter().serverSsr?.takeInitialHydrationScriptTags()?.before ?? []
  return tags.map(({ attrs, children = "" }) => (
    <InlineScript key={children} code={escapeControlCharacters(children)} {...attrs} />
  ))
}

/** Escapes characters in string literals that HTML parsers would replace, which would change the script's hash. */
function escapeControlCharacters(code: string): string {
  return code.replaceAll("\0", "\\x00").replaceAll("\r", "\\r")
}

interface InlineScriptProps extends ComponentProps<"script"> {
  code: string
  /** Whether a page without the application has it, too. */
  isOwn?: boolean
}

/** Only the server renders it, which has to know its code for the Content-Security-Policy. */
export function InlineScript({ code, isOwn = false, ...attributes }: InlineScriptProps) {
  const page = use(ServerDocumentContext)
  if (!page || !(page.app || isOwn)) return null
  page.inlineScripts.add(code)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of the build and of the router, which escapes data
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: code }} />
}
