import { expect, type Page } from '@playwright/test'
import { bookmarkApi } from '#contract/staff/bookmark.ts'
import { test } from './fixtures.ts'

const getBookmarkLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link')
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Manage bookmarks' })
const getHandle = (page: Page, title: string) =>
  getDialog(page).getByRole('button', { name: `Move ${title}`, exact: true })

test('shows ten bookmarks and the rest in a menu, and reorders them by mouse and keyboard', async ({
  page,
  seller,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `Page ${index + 1}`)
  for (const [index, title] of names.entries())
    await seller.send(bookmarkApi.create, {
      body: { title, path: `/apps/product/list?q=${index}` },
    })
  const listTitles = async () => (await seller.send(bookmarkApi.list)).map(({ title }) => title)
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/apps/coming-soon')
  await expect(getBookmarkLinks(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'More bookmarks' }).click()
  await expect(page.getByRole('menuitem', { name: /^Page/ })).toHaveText(['Page 11', 'Page 12'])
  await page.getByRole('menuitem', { name: 'Manage bookmarks' }).click()

  await getHandle(page, 'Page 3').hover()
  await page.mouse.down()
  const firstBox = await getHandle(page, 'Page 1').boundingBox()
  await page.mouse.move(firstBox?.x ?? 0, (firstBox?.y ?? 0) + 40, { steps: 5 })
  await page.mouse.move(firstBox?.x ?? 0, firstBox?.y ?? 0, { steps: 5 })
  await page.mouse.up()
  await expect
    .poll(async () => (await listTitles()).slice(0, 4))
    .toEqual(['Page 3', 'Page 1', 'Page 2', 'Page 4'])

  await getHandle(page, 'Page 12').focus()
  // A key that is pressed before the positions of the rows are known is lost, so it is pressed again.
  for (const [key, announcement] of [
    ['Space', 'Page 12 is at position 12 of 12.'],
    ['ArrowUp', 'Page 12 is at position 11 of 12.'],
    ['ArrowUp', 'Page 12 is at position 10 of 12.'],
    ['Space', 'Page 12 was dropped at position 10 of 12.'],
  ] as const) {
    await expect(async () => {
      await page.keyboard.press(key)
      const status = page.getByRole('status').filter({ hasText: announcement })
      await expect(status).toBeAttached({ timeout: 5000 })
    }).toPass()
  }
  await expect
    .poll(async () => (await listTitles()).slice(8))
    .toEqual(['Page 9', 'Page 12', 'Page 10', 'Page 11'])
  await expect(getHandle(page, 'Page 12')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(getBookmarkLinks(page).nth(9)).toHaveAccessibleName('Page 12')
  await expect(getBookmarkLinks(page).first()).toHaveAccessibleName('Page 3')
})
