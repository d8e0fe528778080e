import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { SearchForm } from '../component/frame/search-form.tsx'
import { useSectionAttributes } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'

/** The page of an address that does not exist. */
export function NotFoundSection({ section }: SectionProps<'notFoundMessage'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const { heading, text, hasSearch } = section.settings
  return (
    <div className="section problem" {...useSectionAttributes(section)}>
      <h1 {...(heading && contentLanguage)}>{heading || t('notFoundTitle')}</h1>
      <p {...(text && contentLanguage)}>{text || t('notFoundText')}</p>
      {hasSearch && <SearchForm />}
      <p className="ways-on">
        <a href="/products">{t('allProducts')}</a>
        <a href="/">{t('goHome')}</a>
      </p>
    </div>
  )
}
