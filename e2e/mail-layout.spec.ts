import { expect, type Page } from '@playwright/test'
import type { MailContent } from '../server/lib/mail/mail-content.ts'
import { renderMailHtml } from '../server/lib/mail/render-mail.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest as test } from './fixtures.ts'
import { canaryName, hostileTexts } from './hostile/hostile-texts.ts'
import { longTitles } from './long-titles.ts'

const image = {
  url: 'https://store.example/media/a/b/160.webp',
  alt: 'Blue teapot',
  width: 80,
  height: 60,
}

const createMail = (language: string, titles: readonly string[]): MailContent => ({
  sender: { name: titles[0] ?? '', language, imprint: titles.join(' ') },
  subject: titles[1] ?? '',
  lines: titles,
  items: titles.map((title, index) => ({
    title,
    note: title,
    quantity: '2',
    value: '$1,234,567.00',
    image: index % 3 === 2 ? undefined : { ...image, alt: title },
    url: 'https://store.example/products/teapot',
  })),
  formatMoreItems: count => `More products: ${count}`,
  details: titles.map(title => ({ label: title, value: title, isTotal: true, url: image.url })),
  notes: titles,
  link: { url: `https://store.example/orders/${'a'.repeat(110)}`, label: 'View order' },
  after: titles,
  body: { html: '<p>Hello <a href="https://store.example/">store</a></p>', text: 'Hello store' },
  footer: { text: 'Why', link: { url: 'https://store.example/stop', label: 'Unsubscribe' } },
})

async function open(page: Page, mail: MailContent) {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.route('**/*', route => route.fulfill({ body: png, contentType: 'image/png' }))
  await page.setContent(renderMailHtml(mail))
}

test('emails fit phones and mail programs in both directions and color schemes', async ({
  page,
}) => {
  for (const language of ['en', 'ar']) {
    await open(page, createMail(language, longTitles))
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [600, 360]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const size = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          images: [...document.images].map(each => [each.clientWidth, each.clientHeight]),
          // The name of a product begins at the start of its line.
          startOfText: getComputedStyle(document.querySelector('h1') ?? document.body).textAlign,
        }))
        expect(size.scrollWidth).toBeLessThanOrEqual(width)
        expect(size.images).toEqual(Array(5).fill([80, 60]))
        expect(size.startOfText).toBe(language === 'ar' ? 'right' : 'left')
        expect(await findViolations(page, { only: ['color-contrast'] })).toEqual([])
      }
    expect(await findViolations(page, { only: ['image-alt'] })).toEqual([])
    await expect(page.getByText('a'.repeat(110))).toHaveCount(0)
  }
})

test('Gmail shows an email about many products whole', () => {
  const titles = Array.from({ length: 200 }, (_, index) => longTitles[index % 6] ?? '')
  const { items = [] } = createMail('en', titles)
  const html = renderMailHtml({ ...createMail('en', []), items })
  expect(html).toContain('More products: 170')
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
})

test('no text of an email becomes active content', async ({ page }) => {
  for (let start = 0; start < hostileTexts.length; start += 60) {
    await open(page, createMail('en', hostileTexts.slice(start, start + 60)))
    await expect(page.getByText('View order')).toBeVisible()
    expect(await page.evaluate(name => name in window, canaryName)).toBe(false)
    expect(await page.locator('script, iframe, object, embed, form, svg, base, link').count()).toBe(
      0,
    )
  }
})
