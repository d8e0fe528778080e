// A document has the styles of what it shows. Scripts add parts of other pages after they have loaded
// the complete style sheet, which starts soon after the page.
const idleMs = 1000
let loading: Promise<unknown> | undefined

/** Loads the styles of all pages, once. They have the same order as those of the document. */
export function loadStyles(): Promise<unknown> {
  loading ??= addStyleSheet()
  return loading
}

function addStyleSheet() {
  const style = document.querySelector<HTMLElement>('style[data-file]')
  // A preview has all styles from the beginning.
  if (!style) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = style.dataset['file'] ?? ''
  // Without the styles, the part still works.
  const settled = new Promise(resolve => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  style.after(link)
  return settled
}

/** Returns the page of a reply, whose parts this page can show with its styles. */
export async function readPage(reply: Response): Promise<Document> {
  const [html] = await Promise.all([reply.text(), loadStyles()])
  return new DOMParser().parseFromString(html, 'text/html')
}

// Not with the first use of the page, whose paint would wait for the styles.
const loadSoon = () => setTimeout(loadStyles, idleMs)
if (document.readyState === 'complete') loadSoon()
else addEventListener('load', loadSoon, { once: true })
