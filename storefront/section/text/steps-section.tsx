import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'

export function StepsSection({ section }: SectionProps<'steps'>) {
  const { items, settings } = section
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={items.length === 0}>
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
    </SectionFrame>
  )
}
