import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { Icon } from '../../part/icon.tsx'

export function BenefitsSection({ section }: SectionProps<'benefits'>) {
  const { items, settings } = section
  const getAttributes = useItemAttributes()
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={items.length === 0}>
      <ul className="benefits" {...useContentLanguage()}>
        {items.map(({ id, settings: { icon, heading, text } }) => (
          <li key={id} {...getAttributes(id)}>
            <Icon name={icon} />
            {heading && <h3>{heading}</h3>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
