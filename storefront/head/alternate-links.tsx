import type { StorefrontPage } from '#contract/storefront/storefront-page.ts'
import { getPageUrl } from './page-url.ts'

/**
 * Links to the page in all its languages. Only its frame is translated, but search engines require
 * the links: each page is the canonical one of its language.
 */
export function AlternateLinks({ frame, head }: Pick<StorefrontPage, 'frame' | 'head'>) {
  const [firstLanguage] = frame.languages
  if (!head.canonicalPath || !firstLanguage || frame.languages.length < 2) return null
  return (
    <>
      {frame.languages.map(language => (
        <link
          key={language}
          rel="alternate"
          hrefLang={language}
          href={getPageUrl(frame, head.canonicalPath, language)}
        />
      ))}
      <link
        rel="alternate"
        hrefLang="x-default"
        href={getPageUrl(frame, head.canonicalPath, firstLanguage)}
      />
    </>
  )
}
