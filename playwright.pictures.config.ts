import { defineConfig } from '@playwright/test'
import { pictureFolder } from './e2e/pictures/picture-pages.ts'
import browserTests from './playwright.config.ts'
import { getLaunchOptions } from './scripts/page/find-chromium.ts'

/** Pictures of every page of a store, which `scripts/page/pictures.ts` compares. */
export default defineConfig(browserTests, {
  testDir: 'e2e/pictures',
  testIgnore: [],
  outputDir: 'test-results/picture-files',
  snapshotPathTemplate: `${pictureFolder}/{arg}{ext}`,
  updateSnapshots: 'none',
  reporter: [['list'], ['html', { outputFolder: 'test-results/pictures', open: 'never' }]],
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    // Letters and colors look the same on every machine.
    launchOptions: getLaunchOptions(
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-lcd-text',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ),
  },
})
