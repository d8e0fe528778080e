import { useContentLanguage } from '../part/page-context.tsx'
import { SearchForm } from '../part/search-form.tsx'
import { SectionFrame } from '../part/section-frame.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

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
