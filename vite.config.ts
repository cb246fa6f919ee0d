import tailwindcss from "@tailwindcss/vite"
import { tanstackRouter } from "@tanstack/router-plugin/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
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
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        rolldownOptions: { input: "client/entry-browser.tsx" },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rolldownOptions: { input: "client/entry-server.tsx" },
      },
    },
  },
  builder: {},
})
