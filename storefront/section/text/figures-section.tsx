import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'

export function FiguresSection({ section }: SectionProps<'figures'>) {
  const getAttributes = useItemAttributes()
  const figures = section.items.filter(({ settings }) => settings.value !== '')
  return (
    <SectionFrame
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
    </SectionFrame>
  )
}
