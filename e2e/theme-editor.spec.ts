import { expect, type Locator, type Page } from '@playwright/test'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import { storeApi } from '#contract/store/store.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'
import { waitForMailLink } from './wait-for-mail-link.ts'
import { watchPage } from './watch-page.ts'

/** Opens the editor of the theme that the store uses. */
async function openEditor(page: Page, seller: Seller) {
  const themes = await seller.send(themeApi.list)
  const theme = themes.find(({ active }) => active)
  await page.goto(`/apps/themes/customise/${theme?._id}`)
  const preview = page.frameLocator('iframe[title="Preview of your store"]')
  await expect(preview.locator('main')).toBeVisible()
  return preview
}

const getStoreUrl = (baseURL: string | undefined, { domain }: Seller) => {
  const { protocol, port } = new URL(baseURL ?? '')
  return `${protocol}//${domain}.storewright.localhost:${port}/`
}

/** Publishes through the dialog. */
async function publish(page: Page, note: string) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish / })
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Publish theme' }).click()
  await expect(page.getByText('Theme published')).toBeVisible()
}

test('edits, previews, publishes and restores the home page of a store', async ({
  page,
  context,
  seller,
  baseURL,
}) => {
  const { problems } = watchPage(page)
  await page.goto(await waitForMailLink(seller.email, 'verify-email'))
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  const params = { id: seller.session.business ?? '' }
  const { version } = await seller.send(storeApi.get, { params })
  await seller.send(storeApi.update, { params, body: { data: { status: 'live' }, version } })
  const preview = await openEditor(page, seller)
  const headings = preview.locator('main h2')
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByRole('button', { name: /^FAQ/ }).click()
  // A new section is selected before the preview has it.
  await expect(headings.filter({ hasText: 'FAQ' })).toBeInViewport()
  // A change arrives by one request, without a new page.
  const previewRequests: string[] = []
  page.on('request', request => {
    const isPage = request.isNavigationRequest()
    if (isPage || request.url().endsWith('/section'))
      previewRequests.push(`${request.method()} ${isPage ? 'page' : 'section'}`)
  })
  const heading = page.getByRole('textbox', { name: 'Heading' })
  await heading.fill('Good to know')
  await expect(headings.filter({ hasText: 'Good to know' })).toBeVisible()
  expect(previewRequests).toEqual(['POST section'])

  await publish(page, 'With questions')
  const store = await context.newPage()
  await store.goto(getStoreUrl(baseURL, seller))
  await expect(store.getByRole('heading', { name: 'Good to know' })).toBeVisible()

  await page.getByRole('heading', { name: 'FAQ' }).waitFor()
  await heading.fill('Worse')
  await expect(headings.filter({ hasText: 'Worse' })).toBeVisible()
  await publish(page, 'Worse')
  // The cache has the page before for up to a second. An old page does not change by waiting.
  await expect(async () => {
    await store.reload()
    expect(await store.getByRole('heading', { name: 'Worse' }).isVisible()).toBe(true)
  }).toPass()

  await page.getByRole('button', { name: 'Version history' }).click()
  const history = page.getByRole('dialog', { name: 'Version history' })
  const earlierVersion = history.getByRole('listitem').filter({ hasText: 'With questions' })
  await earlierVersion.getByRole('button', { name: 'Compare' }).click()
  await expect(earlierVersion).toContainText('“FAQ” changed (Heading)')
  await earlierVersion.getByRole('button', { name: /^Restore version/ }).click()
  await expect(headings.filter({ hasText: 'Good to know' })).toBeVisible()
  await expect(async () => {
    await store.reload()
    expect(await store.getByRole('heading', { name: 'Good to know' }).isVisible()).toBe(true)
  }).toPass()
  expect(problems).toEqual([])
})

test('selects sections in the preview and moves them by mouse and keyboard', async ({
  page,
  seller,
}) => {
  // Without smooth scrolling, an element stays where it was measured until it is clicked.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const preview = await openEditor(page, seller)
  const sections = preview.locator('main [data-section]')
  const names = page.getByRole('list', { name: 'Sections of this page' }).getByRole('listitem')
  for (const name of [/^FAQ/, /^Benefits/]) {
    await page.getByRole('button', { name: 'Add section' }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  await expect(sections.filter({ hasText: 'Benefits' })).toBeVisible()
  await clickInPreview(page, sections.filter({ hasText: 'FAQ' }).getByRole('heading').first())
  await expect(page.getByRole('heading', { name: 'FAQ', level: 2 })).toBeVisible()
  await clickInPreview(page, preview.locator('[data-item]').filter({ hasText: 'Benefit 2' }))
  await expect(page.getByRole('heading', { name: 'Benefits', level: 2 })).toBeVisible()
  const cards = page.getByRole('button', { name: /^Benefit \d$/ })
  await expect(cards).toHaveCount(3)
  const openCard = cards.and(page.locator('[aria-expanded=true]'))
  await expect(openCard).toHaveText('Benefit 2')

  // A section that is rendered again is not replaced while the user presses on it.
  const rendering = Promise.withResolvers<void>()
  await page.route('**/section', async route => {
    await rendering.promise
    await route.continue()
  })
  const reply = page.waitForResponse('**/section')
  await page.getByRole('textbox', { name: 'Heading' }).first().fill('Benefits of our store')
  await pointInPreview(page, preview.locator('[data-item]').filter({ hasText: 'Benefit 3' }))
  await page.mouse.down()
  rendering.resolve()
  await (await reply).finished()
  await page.mouse.up()
  await expect(openCard).toHaveText('Benefit 3')
  await expect(sections.last()).toContainText('Benefits of our store')
  await page.unroute('**/section')

  await clickInPreview(page, preview.locator('.header'))
  await expect(page.getByRole('heading', { name: 'Logo and menu', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Add to footer' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Newsletter/ })
    .click()
  await expect(preview.locator('footer [data-section]').first()).toContainText('Newsletter')
  await page.keyboard.press('Control+z')
  await expect(preview.locator('footer [data-section]')).toHaveCount(1)

  await page.getByRole('button', { name: 'Move Benefits' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(names.last()).toContainText('FAQ')
  await expect(sections.last()).toContainText('FAQ')

  await page
    .getByRole('button', { name: 'Move FAQ' })
    .dragTo(page.getByRole('button', { name: 'Move Benefits' }), { steps: 8 })
  await expect(names.last()).toContainText('Benefits')
  await expect(sections.last()).toContainText('Benefits')

  await page.keyboard.press('Control+z')
  await expect(sections.last()).toContainText('FAQ')
})

test('leads from each finding before a publication to its field', async ({ page, seller }) => {
  const theme = (await seller.send(themeApi.list)).find(({ active }) => active)
  const params = { id: theme?._id ?? '' }
  const { version, templates } = await seller.send(themeDraftApi.getDraft, { params })
  const story = createSection('imageText', 'story')
  const gallery = createSection('gallery', 'gallery')
  const galleryItem = createSectionItem('gallery', 'galleryItem')
  const image = `/media/${seller.session.business}/a/1200.webp`
  await seller.send(themeDraftApi.saveDraft, {
    params,
    body: {
      version,
      settings: { text: '#eeeeee' },
      templates: {
        ...templates,
        home: [
          { ...story, settings: { ...story.settings, link: '/products/unknown' } },
          { ...gallery, items: [{ ...galleryItem, settings: { ...galleryItem.settings, image } }] },
        ],
      },
    },
  })
  await openEditor(page, seller)
  for (const [name, path] of [
    [/Text is hard to read/, 'settings.text'],
    [/The image has no alt text/, 'galleryItem.alt'],
    [/The link doesn’t lead to a page/, 'link'],
  ] as const) {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name }).first().click()
    const field = `[data-path="${path}"]`
    await expect(page.locator(`${field}:focus, ${field} :focus`)).toBeVisible()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('touch reaches every control of the editor and moves sections', async ({ page, seller }) => {
    await openEditor(page, seller)
    // Dialogs and menus grow while they open.
    const expectLargeTargets = async (within: Locator) => {
      const targets = within.locator(
        'button:visible, a:visible, input:visible:not([type=radio]), [role=menuitem]',
      )
      await expect(targets).not.toHaveCount(0)
      const countSmallTargets = () =>
        targets.evaluateAll(
          elements =>
            elements.filter(element => element.getBoundingClientRect().height < 43.5).length,
        )
      await expect.poll(countSmallTargets).toBe(0)
    }
    await expectLargeTargets(page.locator('header'))
    await page.getByRole('button', { name: 'Publish', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: /^Publish / })
    await dialog.getByText('At a time').tap()
    await expect(dialog.getByRole('button', { name: 'Schedule publication' })).toBeVisible()
    await expectLargeTargets(dialog)
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await expectLargeTargets(page.getByRole('menu'))
    await page.getByRole('menuitem', { name: 'Version history' }).tap()
    const history = page.getByRole('dialog', { name: 'Version history' })
    await expect(history).toBeVisible()
    await expectLargeTargets(history)
    await history.getByRole('button', { name: 'Close' }).tap()

    await page.getByRole('button', { name: 'Sections', exact: true }).tap()
    const handles = page
      .getByRole('list', { name: 'Sections of this page' })
      .getByRole('button', { name: /^Move / })
    const second = await handles.nth(1).getAttribute('aria-label')
    await dragByTouch(page, handles.nth(1), handles.first())
    await expect(handles.first()).toHaveAttribute('aria-label', String(second))
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(handles.nth(1)).toHaveAttribute('aria-label', String(second))
  })
})

async function dragByTouch(page: Page, from: Locator, to: Locator) {
  const session = await page.context().newCDPSession(page)
  // Waits until the panel has opened and the handle is in view.
  await from.tap({ trial: true })
  const [start, end] = [await findCenter(from), await findCenter(to)]
  const touch = (type: 'touchStart' | 'touchMove', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [start])
  // A section moves after a short hold, so that a finger can scroll the list.
  await expect(page.locator('[data-dragging]')).toBeVisible()
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: start.x, y: start.y + (end.y - start.y) * part }])
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function findCenter(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function clickInPreview(page: Page, locator: Locator) {
  await pointInPreview(page, locator)
  await page.mouse.down()
  await page.mouse.up()
}

/** Moves the mouse. Playwright's own click does not take the scale of the frame into account. */
async function pointInPreview(page: Page, locator: Locator) {
  await locator.scrollIntoViewIfNeeded()
  const frame = await page.getByTitle('Preview of your store').boundingBox()
  const target = await locator.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2, frameWidth: window.innerWidth }
  })
  if (!frame) throw new Error('The preview is not visible.')
  const scale = frame.width / target.frameWidth
  await page.mouse.move(frame.x + target.x * scale, frame.y + target.y * scale)
}
