import { useContentLanguage, useTexts } from './frame/page-context.tsx'

type TextHeading = { id: string; text: string }

const headingPattern = /<h2>(.*?)<\/h2>/gs
/** Texts with fewer headings are read from the top. */
const minHeadings = 4

/** Returns the HTML of a text with ids on its headings, and the headings, if it has many. */
export function listTextHeadings(html: string): { html: string; headings: TextHeading[] } {
  const headings: TextHeading[] = []
  const withIds = html.replaceAll(headingPattern, (_, content: string) => {
    const id = `part-${headings.length + 1}`
    headings.push({ id, text: toPlainText(content) })
    return `<h2 id="${id}">${content}</h2>`
  })
  return headings.length < minHeadings ? { html, headings: [] } : { html: withIds, headings }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const toPlainText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => entities[name] ?? entity)

/** Links to the parts of a long text. */
export function TableOfContents({ headings }: { headings: readonly TextHeading[] }) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  if (headings.length === 0) return null
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p id="contents-title">{t('onThisPage')}</p>
      <ol {...contentLanguage}>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
