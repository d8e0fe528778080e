import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SearchForm } from '../../component/frame/search-form.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'

export function ProductSearchSection({ section }: SectionProps<'productSearch'>) {
  const { heading, text } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionContainer section={section} heading={heading}>
      {text && (
        <p className="section-lead" {...contentLanguage}>
          {text}
        </p>
      )}
      <SearchForm />
    </SectionContainer>
  )
}
