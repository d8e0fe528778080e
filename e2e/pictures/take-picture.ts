import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

const digits = '[\\d٠-٩]'
const listNames = (option: Intl.DateTimeFormatOptions, count: number) =>
  ['en', 'ar'].flatMap(locale => {
    const format = new Intl.DateTimeFormat(locale, { ...option, timeZone: 'UTC' })
    // The first of January 2024 was a Monday.
    return Array.from({ length: count }, (_, index) =>
      format.format(option.weekday ? Date.UTC(2024, 0, index + 1) : Date.UTC(2024, index, 1)),
    )
  })
const toAlternation = (names: string[]) =>
  `(?:${names.toSorted((one, other) => other.length - one.length).join('|')})`
const months = toAlternation([
  ...listNames({ month: 'long' }, 12),
  ...listNames({ month: 'short' }, 12),
])
const weekdays = toAlternation(listNames({ weekday: 'short' }, 7))
/**
 * Dates as pages format them, such as `Mon, Nov 30` and `November 30, 2026`. In a span of days, Arabic
 * names the month only once.
 */
const datePattern = [
  `${weekdays}[,،]?\\s+${digits}{1,2}(?:\\s+${months})?`,
  `(?:${weekdays}[,،]?\\s+)?${months}\\s+${digits}{1,2}(?:,\\s+${digits}{4})?`,
  `${digits}{1,2}\\s+${months}(?:\\s+${digits}{4})?`,
].join('|')

/**
 * Returns a picture in half of its size as WebP, of the window or of the page with or without its footer.
 * Every date is the same one, so that a picture of another day does not differ.
 */
export async function takePicture(
  page: Page,
  extent: 'window' | 'page' | 'withoutFooter',
): Promise<Buffer> {
  // Without scripts, a page can evaluate functions that return at once, but no promises.
  await expect
    .poll(() => page.evaluate(isComplete), { message: `${page.url()} has loaded` })
    .toBe(true)
  const { width, height } = await page.evaluate(replaceDates, datePattern)
  const screenshot = await page.screenshot({
    animations: 'disabled',
    fullPage: extent !== 'window',
    ...(extent === 'withoutFooter' && { clip: { x: 0, y: 0, width, height } }),
  })
  return sharp(screenshot)
    .resize({ width: width / 2 })
    .webp({ quality: 70 })
    .toBuffer()
}

/** Loads the images outside of the window too, and paints none later than the page. */
function isComplete(): boolean {
  for (const image of document.images) {
    image.loading = 'eager'
    image.decoding = 'sync'
  }
  return (
    document.readyState === 'complete' &&
    document.fonts.status === 'loaded' &&
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  )
}

/** Replaces the dates of the page, and returns its size without the footer. */
function replaceDates(pattern: string) {
  const date = new RegExp(pattern, 'gu')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent ?? ''
    const newText = text.replace(date, 'Jan 5').replace(/© ?\d{4}/, '© 2026')
    if (newText !== text) node.textContent = newText
  }
  // Lists of choices keep the letters that were there before the fonts had loaded.
  document.body.style.display = 'none'
  document.body.getBoundingClientRect()
  document.body.style.display = ''
  const main = document.querySelector('main')?.getBoundingClientRect()
  return { width: document.documentElement.clientWidth, height: Math.ceil(main?.bottom ?? 0) }
}
