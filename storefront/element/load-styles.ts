// A document has the styles of what it shows. Scripts add parts of other pages with the complete style
// sheet, which is loaded soon after the page and applied with the first of these parts.
const preloadDelayMs = 1000
let stylesheetPromise: Promise<HTMLLinkElement | undefined> | undefined

/** Applies the styles of all pages. They have the same order as those of the document. */
export async function loadStyles(): Promise<void> {
  const link = await preloadStyles()
  if (link) link.media = 'all'
}

function preloadStyles() {
  stylesheetPromise ??= addStyleSheet()
  return stylesheetPromise
}

async function addStyleSheet(): Promise<HTMLLinkElement | undefined> {
  const style = document.querySelector<HTMLElement>('style[data-stylesheet]')
  // A preview has all styles from the beginning.
  if (!style) return undefined
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = style.dataset['stylesheet'] ?? ''
  // New styles make the browser lay out the whole page, so on a screen they wait until a part needs them.
  link.media = 'print'
  // If the file fails to load, the part still works.
  const loadEnd = new Promise(resolve => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  style.after(link)
  await loadEnd
  return link
}

/** Parses the page of a reply and applies the styles of its parts. */
export async function parsePage(reply: Response): Promise<Document> {
  const [html] = await Promise.all([reply.text(), loadStyles()])
  // The policy of this page does not allow the styles in the other one.
  const content = html.replaceAll(/<style.*?<\/style>/gs, '')
  return new DOMParser().parseFromString(content, 'text/html')
}

const preloadSoon = () => setTimeout(preloadStyles, preloadDelayMs)
if (document.readyState === 'complete') preloadSoon()
else addEventListener('load', preloadSoon, { once: true })
