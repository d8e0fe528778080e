import { languages as knownLanguages } from '#contract/lib/text/languages.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { useFrame, usePagePath, useTexts } from './page-context.tsx'

type Props = {
  /** The links are a part of a menu, not a place of their own on the page. */
  isInMenu?: boolean
}

/** Links to the page in the other languages of the store. */
export function LanguageLinks({ isInMenu = false }: Props) {
  const t = useTexts()
  const path = usePagePath()
  const { language, languages } = useFrame()
  if (languages.length < 2) return null
  const Container = isInMenu ? 'div' : 'nav'
  return (
    <Container className="languages" aria-label={isInMenu ? undefined : t('language')}>
      <ul>
        {knownLanguages
          .filter(({ code }) => languages.includes(code))
          .map(({ code, name }) => (
            <li key={code}>
              <a
                href={addLanguage(path, code, languages)}
                hrefLang={code}
                lang={code}
                aria-current={code === language ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
      </ul>
    </Container>
  )
}
