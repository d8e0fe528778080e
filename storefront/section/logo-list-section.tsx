import { useFrame } from '../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'
import { SizedImage } from '../part/sized-image.tsx'

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
