import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CmsSections, type Slide } from '#contract/cms.ts'
import { getMaxItems } from '#contract/lib/schema-values.ts'
import { SingleImageField } from '../media/single-image-field.tsx'
import { SwitchField } from '../ui/form/choice-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { moveItem, SortableCards } from '../ui/form/sortable-cards.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import type { CmsForm } from './cms-form.ts'
import { CmsPreview } from './cms-preview.tsx'

const emptySlide: Slide = {
  image: '',
  mobileImage: '',
  alt: '',
  heading: '',
  text: '',
  buttonLabel: '',
  link: '',
}
const maxSlides = getMaxItems(CmsSections.shape.hero.shape.slides)

export function HeroSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  const { slides } = form.values.hero
  const setSlides = (next: Slide[]) => form.setFieldValue('hero.slides', next)
  const items = slides.map((slide, index) => ({
    key: String(index),
    name: slide.heading || t('cms.hero.slideNumber', { position: index + 1 }),
    content: <SlideFields form={form} index={index} />,
    hasError: Object.keys(form.errors).some(path => path.startsWith(`hero.slides.${index}.`)),
  }))
  return (
    <SectionCard title={t('cms.section.hero')} hint={t('cms.hint.hero')}>
      <CmsPreview form={form} parts={['header', 'hero']} />
      <SwitchField form={form} name="hero.enabled" label={t('cms.hero.enabled')} />
      {slides.length === 0 && <p className="sw-dimmed">{t('cms.hero.none')}</p>}
      <SortableCards
        key={slides.length}
        items={items}
        initialOpenKey={slides.length === 1 ? '0' : String(slides.length - 1)}
        onMove={(from, to) => setSlides(moveItem(slides, from, to))}
        onRemove={index => setSlides(slides.toSpliced(index, 1))}
      />
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          disabled={slides.length >= maxSlides}
          onClick={() => setSlides([...slides, emptySlide])}
        >
          {t('cms.hero.add')}
        </Button>
      </div>
    </SectionCard>
  )
}

function SlideFields({ form, index }: { form: CmsForm; index: number }) {
  const { t } = useTranslation()
  const path = `hero.slides.${index}` as const
  return (
    <>
      <FieldRow>
        <SingleImageField form={form} name={`${path}.image`} label={t('cms.hero.image')} />
        <SingleImageField
          form={form}
          name={`${path}.mobileImage`}
          label={t('cms.hero.mobileImage')}
        />
      </FieldRow>
      <TextField form={form} name={`${path}.alt`} label={t('cms.hero.alt')} />
      <TextField form={form} name={`${path}.heading`} label={t('cms.hero.heading')} />
      <TextareaField form={form} name={`${path}.text`} label={t('cms.hero.text')} rows={2} />
      <FieldRow>
        <TextField form={form} name={`${path}.buttonLabel`} label={t('cms.hero.buttonLabel')} />
        <TextField
          form={form}
          name={`${path}.link`}
          label={t('cms.hero.link')}
          placeholder={t('cms.nav.urlHint')}
        />
      </FieldRow>
    </>
  )
}
