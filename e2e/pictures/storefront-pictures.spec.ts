import { type Browser, expect, type Page } from '@playwright/test'
import { findViolations } from '../find-violations.ts'
import { visitorTest } from '../fixtures.ts'
import { activateTheme } from '../show-theme.ts'
import { themeCodes } from '../theme-codes.ts'
import { findOverflow } from '../watch-page.ts'
import {
  getPictureName,
  type PicturePage,
  type PictureView,
  picturePages,
  pictureViews,
} from './picture-pages.ts'
import { createPictureStore, type PictureStore } from './picture-store.ts'
import { takePicture } from './take-picture.ts'

/** One store per worker. */
const test = visitorTest.extend<object, { store: PictureStore }>({
  store: [
    async ({ playwright, browser }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await createPictureStore(http, browser))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

/** A difference of 12 levels of gray. Fewer pixels than in a letter can differ. */
const tolerance = { threshold: 0.05, maxDiffPixels: 8 }

const words = (process.env.PICTURE_WORDS ?? '').split(' ').filter(Boolean)
const isSelected = (name: string) => words.every(word => name.includes(word))

type PictureVisit = {
  theme: string
  view: PictureView
  pages: PicturePage[]
  hasScript: boolean
  isPersonal: boolean
}

const listVisits = (theme: string, view: PictureView): PictureVisit[] =>
  [false, true].flatMap(isPersonal =>
    (view.isAlsoWithoutScript ? [true, false] : [true]).map(hasScript => ({
      theme,
      view,
      hasScript,
      isPersonal,
      pages: picturePages.filter(
        page =>
          isPersonal === (page.isPersonal ?? false) &&
          (hasScript || !page.hasDrawer) &&
          isSelected(getPictureName(theme, page, view, hasScript)),
      ),
    })),
  )

async function comparePages(browser: Browser, store: PictureStore, visit: PictureVisit) {
  const { view, pages, hasScript, isPersonal } = visit
  for (const each of pages) {
    // Chromium prefers images that an earlier page of the context has loaded in another size.
    const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport: view })
    if (isPersonal) await context.addCookies(store.cookies)
    const page = await context.newPage()
    await page.goto(store.url + view.prefix + each.path.replace(':order', store.orderPath))
    if (each.hasDrawer) {
      await page.locator('.cart-link').click()
      await expect(page.locator('.cart-drawer .cart-line').first()).toBeVisible()
    }
    if (!each.hasNoPicture) await comparePicture(page, each, visit)
    await checkPage(page, each, visit)
    await context.close()
  }
}

async function comparePicture(
  page: Page,
  each: PicturePage,
  { theme, view, hasScript }: PictureVisit,
) {
  const picture = await takePicture(page, getExtent(each))
  const title = getPictureName(theme, each, view, hasScript)
  const name = getPictureName(theme, each, view, hasScript || !each.usesScript)
  // If both look the same, the picture with scripts is stored.
  if (name === title || test.info().config.updateSnapshots === 'none')
    expect.soft(picture, title).toMatchSnapshot([theme, `${name}.webp`], tolerance)
}

/** Checks the accessibility of a phone, and the width of the smallest one. */
async function checkPage(page: Page, each: PicturePage, { theme, view, hasScript }: PictureVisit) {
  const title = getPictureName(theme, each, view, hasScript)
  if (view.width > 640) return
  if (hasScript && each.needsAxe) expect.soft(await findViolations(page), title).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect.soft(await findOverflow(page), `${title} at 320 px`).toEqual([])
}

function getExtent({ hasDrawer, hasFooter }: PicturePage) {
  if (hasDrawer) return 'window'
  return hasFooter ? 'page' : 'withoutFooter'
}

for (const theme of themeCodes)
  for (const view of pictureViews) {
    const visits = listVisits(theme, view).filter(({ pages }) => pages.length > 0)
    if (visits.length > 0)
      test(`${theme}, ${view.name}`, async ({ browser, store }) => {
        const page = await browser.newPage()
        await activateTheme(page, store, theme)
        await page.close()
        for (const visit of visits) await comparePages(browser, store, visit)
      })
  }
