import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'

export function FiguresSection({ section }: SectionProps<'figures'>) {
  const getAttributes = useItemAttributes()
  const figures = section.items.filter(({ settings }) => settings.value !== '')
  return (
    <SectionContainer
      section={section}
      heading={section.settings.heading}
      isEmpty={figures.length === 0}
    >
      <ul className="figures" {...useContentLanguage()}>
        {figures.map(({ id, settings: { value, label } }) => (
          <li key={id} {...getAttributes(id)}>
            <strong>{value}</strong> {label}
          </li>
        ))}
      </ul>
    </SectionContainer>
  )
}
