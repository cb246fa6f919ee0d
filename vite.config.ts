import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import { tanstackRouter } from "@tanstack/router-plugin/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** In one file, which stays in browsers' caches when the site itself changes; useBlocker guards the back-office. */
const everyPageNeeds =
  /rolldown.runtime|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/[^/]+|@trpc\/[^/]+)\/(?!.*useBlocker)/

/** In one file more: a dozen small ones would cost more in headers and waiting than in words. */
const pagesShare =
  /\/(client\/(site|photos|ui\/(?!confirm|empty|load|done)|copy\/(?!admin|accounts|contact))|server\/contract\/(images|paging|sectors|fold))/

const sectorsShare = /\/client\/(projects\/[^/]+$|routes\/-sector)/

/** Their binaries stand beside their code, so that they stay where they are. */
const nativeModules = ["sharp", "better-sqlite3", "@node-rs/argon2"]

/** Tests run the server's sources with the built pages: what both hand to one another must be the same module. */
const meetInTests = ["@trpc/client", "@trpc/server"]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  publicDir: "client/public",
  appType: "custom",
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: "client/routes",
      generatedRouteTree: "client/route-tree.gen.ts",
      autoCodeSplitting: true,
      quoteStyle: "double",
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    compressTexts(),
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        // Pages share so few files that lists of what to fetch ahead would weigh more than they bring.
        modulePreload: false,
        // The charts' chunk, which the back-office alone fetches. What pages may weigh is held by the tests of budgets.
        chunkSizeWarningLimit: 600,
        manifest: true,
        rolldownOptions: {
          input: ["client/entry-browser.tsx", "client/hydration-loader.ts"],
          output: {
            codeSplitting: {
              groups: [
                { name: "libraries", test: everyPageNeeds },
                { name: "site", test: pagesShare, minShareCount: 2 },
                { name: "sector", test: sectorsShare, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // In one piece: reading a thousand modules at start would take memory that is never given back.
      ...(command === "build" && {
        define: { "process.env.NODE_ENV": '"production"' },
        resolve: { noExternal: true, external: [...nativeModules, ...meetInTests, "vite"] },
      }),
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: "server/main.ts", "entry-server": "client/entry-server.tsx" },
          // V8 keeps a text of plain characters in half the memory, and the whole of it as long as the program runs.
          output: {
            comments: false,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          },
        },
      },
    },
  },
  builder: {},
}))

/** Puts the smallest brotli and gzip forms beside each text file of the built client, so that no request pays for it. */
function compressTexts(): Plugin {
  return {
    name: "compress-texts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle({ dir = "." }) {
      // The folder rather than the bundle: what stands in public/ is a text file of the site too.
      for (const fileName of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/\.(css|js|svg|webmanifest)$/.test(fileName)) continue
        const file = join(dir, fileName)
        const text = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(text))
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}
