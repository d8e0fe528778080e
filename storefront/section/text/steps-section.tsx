import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'

export function StepsSection({ section }: SectionProps<'steps'>) {
  const { items, settings } = section
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  return (
    <SectionContainer section={section} heading={settings.heading} isEmpty={items.length === 0}>
      {settings.text && (
        <p className="section-lead" {...contentLanguage}>
          {settings.text}
        </p>
      )}
      <ol className="steps" {...contentLanguage}>
        {items.map(({ id, settings: { heading, text } }) => (
          <li key={id} {...getAttributes(id)}>
            {heading && <h3>{heading}</h3>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </SectionContainer>
  )
}
