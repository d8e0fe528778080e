import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SearchForm } from '../../part/frame/search-form.tsx'
import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'

export function ProductSearchSection({ section }: SectionProps<'productSearch'>) {
  const { heading, text } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionFrame section={section} heading={heading}>
      {text && (
        <p className="section-lead" {...contentLanguage}>
          {text}
        </p>
      )}
      <SearchForm />
    </SectionFrame>
  )
}
