const margin = 24

/**
 * Scrolls the menu until the entry is visible. `scrollIntoView` would also move the start of
 * keyboard navigation to the entry (Chromium 150), and the first Tab key would no longer reach the
 * link "Skip to content".
 */
export function revealMenuEntry(entry: HTMLElement): void {
  const menu = findScrollContainer(entry)
  if (!menu) return
  const menuBox = menu.getBoundingClientRect()
  const entryBox = entry.getBoundingClientRect()
  const missingAbove = menuBox.top + margin - entryBox.top
  const missingBelow = entryBox.bottom - (menuBox.bottom - margin)
  if (missingAbove > 0) menu.scrollTop -= missingAbove
  else if (missingBelow > 0) menu.scrollTop += missingBelow
}

function findScrollContainer(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return undefined
}
