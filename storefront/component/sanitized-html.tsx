import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { useContentLanguage, useFrame } from './frame/page-context.tsx'
import { addImageFiles } from './rich-text-images.ts'

/** Rich text, which the server has sanitized when it was saved. */
export function SanitizedHtml({ html }: { html: string }) {
  const { lang } = useContentLanguage()
  const { images } = useFrame()
  return (
    <div
      className="rich-text"
      {...(lang && { lang, dir: getLanguageDirection(lang) })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: addImageFiles(html, images) }}
    />
  )
}
