import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has the focus. Each focused element must show a focus ring. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let step = 0; step < 200; step++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
    const { description, hasFocusRing } = await readFocus(page)
    expect(hasFocusRing, `the focus is visible on ${description}`).toBe(true)
  }
  throw new Error(`Tab did not reach ${target}`)
}

/** Returns whether the focused element, or the element that represents it, shows a focus ring. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    // Between the last and the first element, the browser itself has the focus.
    if (!activeElement || activeElement === document.body)
      return { description: 'body', hasFocusRing: true }
    const probe = document.body.appendChild(document.createElement('i'))
    // Pages of stores have no such color, and show an outline.
    probe.style.color = 'var(--sw-accent, #0000)'
    const accent = getComputedStyle(probe).color
    probe.remove()
    const hasVisibleRing = ({
      outlineStyle,
      outlineWidth,
      boxShadow,
      borderTopColor,
      borderTopWidth,
    }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) ||
      boxShadow !== 'none' ||
      (borderTopColor === accent && Number.parseFloat(borderTopWidth) >= 1)
    // The frame of a field, the box of a hidden checkbox, the thumb of a slider. The ring of a link
    // that covers its row is drawn by its pseudo-element.
    const candidates = [
      activeElement,
      activeElement.parentElement,
      activeElement.parentElement?.parentElement,
      activeElement.nextElementSibling,
      activeElement.parentElement?.nextElementSibling,
      activeElement.closest('label'),
    ]
    const rect = activeElement.getBoundingClientRect()
    const isInViewport = rect.bottom > 0 && rect.top < innerHeight
    return {
      description: activeElement.outerHTML.slice(0, 160),
      hasFocusRing:
        isInViewport &&
        (candidates.some(element => element && hasVisibleRing(getComputedStyle(element))) ||
          hasVisibleRing(getComputedStyle(activeElement, '::after'))),
    }
  })
