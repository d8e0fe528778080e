import { Button, Group, Input, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { ImageInput } from '#contract/product/product-image.ts'
import { ImageLibrary } from '../media/image-library.tsx'
import { useOpenDialog } from '../ui/dialog/use-open-dialog.ts'
import css from './rich-text-editor.module.css'

/** The attributes of an image in a text. Without `width` it has its own width. */
export type TextImage = {
  src: string
  alt: string
  width: string | null
  height: string | null
}

type Props = {
  /** The selected image, or undefined to insert one. */
  image: TextImage | undefined
  onSave: (image: TextImage) => void
  onClose: () => void
}

/** The widths of images beside the full one, in pixels. */
const widths = { small: '200', medium: '400' }

/** Selects an image of the library, its alt text and its size. */
export function ImageDialog({ image, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(image)
  const title = t(image ? 'ui.richText.editImage' : 'ui.richText.insertImage')
  return (
    <Modal {...useOpenDialog(onClose)} title={title}>
      {draft ? (
        <ImageForm
          image={draft}
          saveLabel={image ? t('ui.form.save') : title}
          onChange={setDraft}
          onReplace={() => setDraft(undefined)}
          onSave={onSave}
        />
      ) : (
        <ImageLibrary
          onSelect={({ url, alt }) => setDraft({ src: url, alt, width: null, height: null })}
        />
      )}
    </Modal>
  )
}

type ImageFormProps = {
  image: TextImage
  saveLabel: string
  onChange: (image: TextImage) => void
  onReplace: () => void
  onSave: (image: TextImage) => void
}

function ImageForm({ image, saveLabel, onChange, onReplace, onSave }: ImageFormProps) {
  const { t } = useTranslation()
  const [ratio, setRatio] = useState<number>()
  const sizes = [
    { value: widths.small, label: t('ui.richText.imageSmall') },
    { value: widths.medium, label: t('ui.richText.imageMedium') },
    { value: '', label: t('ui.richText.imageFull') },
  ]
  const width = image.width ?? ''
  const isOtherWidth = sizes.every(({ value }) => value !== width)
  const setWidth = (value: string) =>
    onChange({
      ...image,
      width: value || null,
      height: value && ratio ? String(Math.round(Number(value) / ratio)) : null,
    })
  return (
    <Stack>
      <img
        src={image.src}
        alt=""
        className={css.preview}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setRatio(naturalWidth / naturalHeight)
        }
      />
      <TextInput
        label={t('ui.image.altLabel')}
        data-autofocus
        value={image.alt}
        maxLength={getMaxLength(ImageInput.shape.alt)}
        onChange={event => onChange({ ...image, alt: event.currentTarget.value })}
      />
      <Input.Wrapper label={t('ui.richText.imageSize')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('ui.richText.imageSize')}
          data={isOtherWidth ? [...sizes, { value: width, label: `${width} px` }] : sizes}
          value={width}
          onChange={setWidth}
        />
      </Input.Wrapper>
      <Group justify="space-between">
        <Button variant="default" onClick={onReplace}>
          {t('ui.richText.replaceImage')}
        </Button>
        <Button onClick={() => onSave(image)}>{saveLabel}</Button>
      </Group>
    </Stack>
  )
}
