/**
 * Opens a file in a new tab, where the browser prints it. The tab opens first, because browsers block
 * tabs that a page opens later.
 */
export async function openFile(load: () => Promise<Blob>, contentType: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = URL.createObjectURL(new Blob([await load()], { type: contentType }))
    if (tab) tab.location.href = url
    // By then the tab has read the blob.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}
