import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { type RichTextPart, splitRichText } from '#contract/lib/text/rich-text-part.ts'
import { useContentLanguage, useFrame } from './frame/page-context.tsx'
import { useThemeComponents } from './frame/theme-components.tsx'
import { addImageFiles } from './rich-text-images.ts'
import { VideoLink } from './video-link.tsx'

/** Rich text, which the server has sanitized when it was saved, with its products and videos. */
export function SanitizedHtml({ html }: { html: string }) {
  const parts = splitRichText(html)
  if (parts.every(({ kind }) => kind === 'html')) return <Html html={html} className="rich-text" />
  return (
    <div className="rich-text">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
        <TextPart key={index} part={part} />
      ))}
    </div>
  )
}

function TextPart({ part }: { part: RichTextPart }) {
  if (part.kind === 'video') return <VideoLink url={part.url} />
  return part.kind === 'html' ? <Html html={part.html} /> : <TextProducts ids={part.ids} />
}

/** The products that shoppers can see, at their present price. */
function TextProducts({ ids }: { ids: readonly string[] }) {
  const { cards } = useFrame()
  const { ProductCard } = useThemeComponents()
  const visibleCards = ids.flatMap(id => cards[id] ?? [])
  if (visibleCards.length === 0) return null
  return (
    <ul className="text-products">
      {visibleCards.map(card => (
        <li key={card.path}>
          <ProductCard card={card} />
        </li>
      ))}
    </ul>
  )
}

function Html({ html, className }: { html: string; className?: string }) {
  const { lang } = useContentLanguage()
  const { images } = useFrame()
  return (
    <div
      className={className}
      {...(lang && { lang, dir: getLanguageDirection(lang) })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it
      dangerouslySetInnerHTML={{ __html: addImageFiles(html, images) }}
    />
  )
}
