import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { Icon } from '../../component/icon.tsx'

export function BenefitsSection({ section }: SectionProps<'benefits'>) {
  const { items, settings } = section
  const getAttributes = useItemAttributes()
  return (
    <SectionContainer section={section} heading={settings.heading} isEmpty={items.length === 0}>
      <ul className="benefits" {...useContentLanguage()}>
        {items.map(({ id, settings: { icon, heading, text } }) => (
          <li key={id} {...getAttributes(id)}>
            <Icon name={icon} />
            {heading && <h3>{heading}</h3>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </SectionContainer>
  )
}
