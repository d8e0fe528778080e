import { useFrame } from '../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { SizedImage } from '../component/sized-image.tsx'

export function LogoListSection({ section }: SectionProps<'logoList'>) {
  const { images } = useFrame()
  const getAttributes = useItemAttributes()
  const logos = section.items.filter(({ settings }) => images[settings.image])
  return (
    <SectionContainer
      section={section}
      heading={section.settings.heading}
      isEmpty={logos.length === 0}
    >
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
    </SectionContainer>
  )
}
