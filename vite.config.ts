import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import { tanstackRouter } from "@tanstack/router-plugin/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin, type Rolldown } from "vite"
import { chunksByGraph } from "./server/tools/build/chunks-plugin.ts"

const chunks = chunksByGraph(import.meta.dirname)

/** Packages that load native binaries from their own folder. */
const nativePackages = ["sharp", "better-sqlite3", "@node-rs/argon2"]

/** The package is loaded only if DATABASE_URL names a PostgreSQL database. */
const postgresClient = "pg"

/** Unit tests combine the server's sources with the built pages, which must use the same modules of these packages. */
const sharedInTests = ["@trpc/client", "@trpc/server"]

/** The oldest browsers that run the application (docs/decisions/0033-browsers.md); others get pages without it. */
const browsers = ["chrome99", "edge99", "firefox115", "safari15.4", "ios15.4"]

/** Lightning CSS' flag for colours such as oklch(), which it would repeat in older notations. */
const OKLAB_COLORS = 2048

/** Safari 15.4 has the syntax of 16; what it gets wrong in classes is not used (server/testing/built-files.test.ts). */
const syntax = ["chrome99", "edge99", "firefox115", "safari16"]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  publicDir: "client/public",
  appType: "custom",
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: "client/routes",
      generatedRouteTree: "client/app/route-tree.gen.ts",
      routeFileIgnorePattern: "\\.test\\.",
      autoCodeSplitting: true,
      // Public pages load the route tree, so that the loaders of rarely opened screens are in the screens' own chunks.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) =>
          /^\/((admin|apercu|demande|invitation|reinitialiser|confirmer-adresse|proteger-compte)\/|mot-de-passe-oublie|mes-demandes|contact\/merci)/.test(
            routeId,
          )
            ? [["loader", "component", "notFoundComponent"]]
            : undefined,
      },
      quoteStyle: "double",
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    leaveOutRules(),
    leaveOutPreloads(),
    chunks.plugin,
    moveRuntime(),
    listPageModules(),
    stampServiceWorker(),
    compressTexts(),
  ],
  environments: {
    client: {
      build: {
        target: syntax,
        // The licences of the packages in the scripts ask to be passed on with them.
        license: { fileName: "licences.txt" },
        outDir: "dist/client",
        // Pages share so few chunks that lists of preloads would cost more than they save.
        modulePreload: false,
        // The limit fits the chunk of charts, which only the administration fetches; tests check the sizes of pages.
        chunkSizeWarningLimit: 600,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: ["client/app/entry-browser.tsx", "client/app/hydration-loader.ts"],
          // The hydration loader is inlined in pages, so that it can import only constants.
          optimization: { inlineConst: { mode: "all" } },
          // The packages of tRPC do not declare it; without this rule, their code for WebSockets would be bundled.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              // With dependencies, a group would also take code of the entry, and every page would fetch the group.
              includeDependenciesRecursively: false,
              groups: chunks.groups,
            },
          },
        },
      },
    },
    // The worker is built after the client, since the names of its caches contain a hash of the client's files.
    worker: {
      consumer: "client",
      build: {
        target: syntax,
        outDir: "dist/client",
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: "client/site/service-worker/service-worker.ts",
          output: { format: "iife", entryFileNames: "sw.js" },
        },
      },
    },
    ssr: {
      // The server is bundled with its packages, since loading a thousand modules takes memory that is never released.
      ...(command === "build" && {
        define: { "process.env.NODE_ENV": '"production"' },
        resolve: { noExternal: true, external: [...nativePackages, postgresClient, ...sharedInTests, "vite"] },
      }),
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: { main: "server/main.ts", "entry-server": "client/app/entry-server.tsx" },
          // V8 keeps the whole source in memory, in half the size if it is ASCII.
          output: {
            comments: false,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          },
        },
      },
    },
  },
  builder: {},
  // daisyUI writes black that is transparent in this way, for which the default in older browsers looks the same.
  css: { lightningcss: { exclude: OKLAB_COLORS } },
  // The server's build names the same styles, so that it needs the same targets.
  build: { cssTarget: browsers },
}))

/**
 * Leaves out daisyUI's rules for texts from right to left, Markdown and a choice of themes, which no page has, and
 * those for code, abbreviations, raised letters and fields of dates, numbers and colours, which no public page has.
 */
function leaveOutRules(): Plugin {
  return {
    name: "leave-out-rules",
    enforce: "pre",
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler: (code, id) =>
        (id.includes("/client/app/styles.css") ? code.replace(officeRules, "") : code)
          .replace(/[^{};/]*(:dir\(rtl\)|\.prose )[^{};]*\{[^{}]*\}/g, "")
          .replace(/:root:has\(input\.theme-controller[^)]*\),\s*/g, ""),
    },
  }
}

const officeRules =
  /(code,\s*kbd,\s*samp,\s*pre|abbr[^{};]*|su[bp](,\s*sup)?|[^{};/]*::-webkit-(date|calendar|inner-spin|outer-spin|color)[^{};]*)\s*\{[^{}]*\}/g

/** Leaves out Vite's code for preloads, of which there are none, since all pages would fetch it. */
function leaveOutPreloads(): Plugin {
  return {
    name: "leave-out-preloads",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined),
  }
}

/** Moves the bundler's runtime into the chunk of libraries, since all pages load both, and a file has its headers. */
function moveRuntime(): Plugin {
  return {
    name: "move-runtime",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
      const runtime = chunks.find(({ name }) => name === "rolldown-runtime")
      const libraries = chunks.find(({ name }) => name === "libraries")
      if (!runtime || !libraries) throw new Error("There is no runtime, or no chunk named libraries")
      const [, body, names = ""] = /^(.*)export\{(.*)\};?\s*$/s.exec(runtime.code) ?? []
      const exported = names.split(",").map((pair) => pair.split(" as "))
      const values = exported.map(([local, name]) => `${name}:${local}`).join()
      const from = new RegExp(`import\\{([^}]*)\\}from"\\./${basename(runtime.fileName)}";`)
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(from, (_match, imported: string) =>
          chunk === libraries
            ? `var $runtime=(()=>{${body}return{${values}}})(),{${imported.replaceAll(" as ", ":")}}=$runtime;`
            : `import{${imported.replace(/(^|,)/g, "$1$runtime_")}}from"./${basename(libraries.fileName)}";`,
        )
      }
      const shared = exported.map(([, name]) => `$runtime_${name}=$runtime.${name}`).join()
      libraries.code += `export var ${shared};`
      delete bundle[runtime.fileName]
    },
  }
}

/** Writes the hydration loader's code and the modules of each route for the server (server/pages/serve.ts). */
function listPageModules(): Plugin {
  return {
    name: "list-page-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/client/app/entry-browser.tsx"))
      const loader = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/client/app/hydration-loader.ts"))
      if (!entry || loader?.imports.length !== 0) throw new Error("No entry, or a hydration loader with imports")
      // Chunks rely on the names that the router's plugin gives to split modules.
      const isSplit = chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes("tsr-split")))
      if (!isSplit) throw new Error("The router's plugin marks no module with tsr-split any more")
      const ofRoutes: Record<string, string[]> = {}
      for (const { moduleIds, fileName } of chunks) {
        for (const id of moduleIds.flatMap(routeIds)) {
          ofRoutes[id] = [...new Set([...(ofRoutes[id] ?? []), ...listModules(bundle, fileName)])]
        }
      }
      const app = { entry: `/${entry.fileName}`, loader: `(()=>{${loader.code.trim()}})()`, ofRoutes }
      this.emitFile({ type: "asset", fileName: ".vite/pages.json", source: JSON.stringify(app) })
      // The loader is inlined in pages, so that nothing fetches its file.
      delete bundle[loader.fileName]
    },
  }
}

/** Returns the URLs of a chunk and of all chunks that it imports statically. */
function listModules(bundle: Rolldown.OutputBundle, fileName: string): string[] {
  const found = new Set([fileName])
  for (const name of found) {
    const chunk = bundle[name]
    // The runtime is in the chunk of libraries now.
    if (chunk?.type === "chunk") for (const imported of chunk.imports) if (bundle[imported]) found.add(imported)
  }
  return Array.from(found, (name) => `/${name}`)
}

/** Returns the route that a module belongs to, if any: `/contact/` for client/routes/contact.index.tsx. */
function routeIds(moduleId: string): string[] {
  const name = /\/client\/routes\/(?<name>[^-/][^/]*)\.tsx/.exec(moduleId)?.groups?.name
  if (name === undefined) return []
  return [name === "__root" ? "__root__" : `/${name.replaceAll(".", "/")}`.replace(/\/index$/, "/")]
}

/** Names the service worker's caches after a hash of the asset names, which contain hashes of their contents. */
function stampServiceWorker(): Plugin {
  return {
    name: "stamp-service-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "worker",
    generateBundle({ dir = "." }, bundle) {
      const assets = readdirSync(join(dir, "assets")).sort().join()
      const build = createHash("sha256").update(assets).digest("base64url").slice(0, 12)
      const worker = bundle["sw.js"]
      if (worker?.type !== "chunk" || !worker.code.includes("BUILD_ID")) throw new Error("No service worker")
      worker.code = worker.code.replace("BUILD_ID", build)
    },
    writeBundle({ dir = "." }) {
      compress(join(dir, "sw.js"))
    },
  }
}

/** Writes brotli and gzip files beside each text file of the built client, so that no request has to compress it. */
function compressTexts(): Plugin {
  return {
    name: "compress-texts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle({ dir = "." }) {
      // Unlike the bundle, the folder contains the files of client/public.
      for (const fileName of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/^[^.].*\.(css|js|json|svg|txt|webmanifest)$/.test(fileName)) continue
        compress(join(dir, fileName))
      }
    },
  }
}

function compress(file: string) {
  const text = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
}
