import { parseStyles } from '../storefront/page/parse-styles.ts'
import { catalogThemes } from '../theme/rule/theme-catalog.ts'

/** Renders pages from the sources, so that tests need no build. */
export const loadTestStorefront = async () => ({
  renderer: await import('../../storefront/entry.tsx'),
  themeStyles: Object.fromEntries(
    catalogThemes.map(({ code }) => [code, parseStyles('a::after{content:"</style>"}')]),
  ),
  assets: {
    stylesheet: '/assets/base.css',
    themeStylesheets: {},
    themeFonts: {},
    script: '/assets/elements.js',
    previewScript: '/assets/preview-bridge.js',
  },
})
