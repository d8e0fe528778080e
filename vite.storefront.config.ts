import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'
import { hoverPlugin } from './scripts/build/hover-plugin.ts'
import { precompressPlugin } from './scripts/build/precompress-plugin.ts'
import { themeStylesPlugin } from './scripts/build/theme-styles-plugin.ts'

// Builds the storefront twice: its style sheets and its script for browsers, and with `--ssr` the
// module that renders its pages on the server.
const themes = readdirSync('storefront/theme', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: false,
  css: { postcss: { plugins: [hoverPlugin()] } },
  // React's build for development renders several times slower.
  ssr: { noExternal: true },
  plugins: isSsrBuild
    ? []
    : [themeStylesPlugin(themes), precompressPlugin('dist/storefront/client')],
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    outDir: isSsrBuild ? 'dist/storefront/server' : 'dist/storefront/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    reportCompressedSize: false,
    cssCodeSplit: true,
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: [
            'storefront/style/storefront.css',
            'storefront/element/elements.ts',
            'storefront/element/preview-bridge.ts',
            ...themes.map(theme => `storefront/theme/${theme}/${theme}.css`),
          ],
        },
  },
}))
