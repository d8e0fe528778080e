/** Returns a text that the browser tab has stored. Browsers can refuse access to their storage. */
export function readTabItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text until the browser tab is closed, or until the next page if the browser refuses. */
export function storeTabItem(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // The next page does not know it.
  }
}
