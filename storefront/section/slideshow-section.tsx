import { useFrame } from '../component/frame/page-context.tsx'
import {
  SectionContainer,
  useItemAttributes,
  useSectionAttributes,
} from '../component/frame/section-container.tsx'
import { type SectionProps, useThemeComponents } from '../component/frame/theme-components.tsx'

/** Several slides are a row to scroll, which needs no script. */
export function SlideshowSection({ section, isFirst, isTitle }: SectionProps<'slideshow'>) {
  const { Hero } = useThemeComponents()
  const attributes = useSectionAttributes(section)
  const getAttributes = useItemAttributes()
  const { items, settings } = section
  const { images } = useFrame()
  if (items.length === 0) return <SectionContainer section={section} isEmpty />
  return (
    <div className="slides" data-height={settings.height} {...attributes}>
      {items.map(({ id, settings: slide }, index) => (
        <div
          key={id}
          className="hero"
          data-text-only={images[slide.image] ? undefined : ''}
          {...getAttributes(id)}
        >
          <Hero slide={slide} isFirst={isFirst && index === 0} isTitle={isTitle && index === 0} />
        </div>
      ))}
    </div>
  )
}
