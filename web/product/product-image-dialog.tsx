import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type EditableImage, imageKey } from '../media/image-key.ts'
import css from './product-variant-grid.module.css'

type Props = {
  images: readonly EditableImage[]
  isOpen: boolean
  onClose: () => void
  onChoose: (image: string | null) => void
}

/** Which of the product's pictures a variant shows. */
export function ProductImageDialog({ images, isOpen, onClose, onChoose }: Props) {
  const { t } = useTranslation()
  const handleChoose = (image: string | null) => {
    onChoose(image)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('product.variants.choosePicture')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {images.length === 0 && <Text c="dimmed">{t('product.variants.noPictures')}</Text>}
      <div className={css.pictures}>
        {images.map((image, i) => (
          <UnstyledButton
            key={imageKey(image)}
            className={css.choice}
            aria-label={image.alt || t('product.variants.pictureNumber', { number: i + 1 })}
            onClick={() => handleChoose(imageKey(image))}
          >
            {image.url && <img src={getSizedImageUrl(image.url, 160)} alt="" />}
          </UnstyledButton>
        ))}
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => handleChoose(null)}>
          {t('product.variants.noPicture')}
        </Button>
      </Group>
    </Modal>
  )
}
