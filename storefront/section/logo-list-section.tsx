import { useFrame } from '../part/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../part/section-frame.tsx'
import { SizedImage } from '../part/sized-image.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

export function LogoListSection({ section }: SectionProps<'logoList'>) {
  const { images } = useFrame()
  const getAttributes = useItemAttributes()
  const logos = section.items.filter(({ settings }) => images[settings.image])
  return (
    <SectionFrame section={section} heading={section.settings.heading} isEmpty={logos.length === 0}>
      <ul className="logos">
        {logos.map(({ id, settings: { image, alt, link } }) => {
          const content = <SizedImage url={image} alt={alt} sizes="10rem" />
          return (
            <li key={id} {...getAttributes(id)}>
              {link ? <a href={link}>{content}</a> : content}
            </li>
          )
        })}
      </ul>
    </SectionFrame>
  )
}
